import type { Task } from '@carrara/contract/platform/task/task';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { TaskPage } from './TaskPage.tsx';

const taskOf = (id: string, title: string, more: Partial<Task> = {}): Task => ({
  id,
  kind: 'letters',
  title,
  status: 'RUNNING',
  done: 12,
  total: 44,
  remarks: [],
  stopRequested: false,
  fileName: null,
  objectId: null,
  createdDate: '2026-10-01T12:00:00.000Z',
  endedDate: null,
  ...more,
});
const tasks = [
  taskOf('t1', 'Letters of 2026 Q3'),
  taskOf('t2', 'Letters of 2026 Q2', { status: 'WAITING', done: 0, total: 0 }),
  taskOf('t3', 'Letters of 2026 Q1', { stopRequested: true }),
  taskOf('t4', 'Letters of 2025 Q4', {
    status: 'DONE',
    fileName: 'Letters.zip',
    endedDate: '2026-10-01T12:01:00.000Z',
  }),
];

const meta = {
  title: 'platform/Background jobs',
  render: () => (
    <CachedAnswers
      answers={[
        cachedAnswer('listTasks', undefined, tasks),
        ...tasks.map((task) => cachedAnswer('getTask', { params: { id: task.id } }, task)),
      ]}
      signedInAs="viewer"
    >
      <main>
        <TaskPage />
      </main>
    </CachedAnswers>
  ),
} satisfies Meta;
export default meta;

export const Selected: StoryObj<typeof meta> = {
  name: 'Jobs that run or wait can be selected and stopped together',
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('checkbox')).toHaveLength(2);
    await userEvent.click(canvas.getByRole('checkbox', { name: /2026 Q3/ }));
    await expect(canvas.getByRole('button', { name: 'Stop 1' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Select all 2 that match' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Stop 2' }));
    await expect(await screen.findByRole('dialog', { name: 'Stop 2' })).toBeVisible();
  },
};
