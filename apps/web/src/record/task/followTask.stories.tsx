import type { Task } from '@carrara/contract/platform/task/task';
import { Feedback } from '@carrara/ui/feedback/Feedback.tsx';
import { Button } from '@mantine/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../testing/cachedAnswers.tsx';
import { followTask } from './followTask.tsx';

const letters: Task = {
  id: 't1',
  kind: 'letters',
  title: 'Letters of 2026 Q3',
  status: 'DONE',
  done: 44,
  total: 44,
  remarks: [],
  stopRequested: false,
  fileName: 'Letters of 2026 Q3.zip',
  objectId: null,
  createdDate: '2026-10-01T12:00:00.000Z',
  endedDate: '2026-10-01T12:01:00.000Z',
};
const sent: string[] = [];

const meta: Meta = {
  title: 'record/A background job',
  // The dialog uses the same responses.
  parameters: { drawsDialogs: true },
};
export default meta;

export const Ended: StoryObj = {
  name: 'Downloads its file when it has ended, without a further click',
  beforeEach: () => {
    const before = window.fetch;
    sent.length = 0;
    window.fetch = async (input, init) => {
      sent.push(await new Request(input, init).text());
      return Response.json({ Message: 'No token', Errors: [] }, { status: 422 });
    };
    return () => {
      window.fetch = before;
    };
  },
  render: () => (
    <CachedAnswers answers={[cachedAnswer('getTask', { params: { id: 't1' } }, letters)]} signedInAs="viewer">
      <Feedback>
        <Button onClick={() => void followTask(letters)}>Letters</Button>
      </Feedback>
    </CachedAnswers>
  ),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Letters' }));
    await expect(await screen.findByRole('dialog', { name: 'Letters of 2026 Q3' })).toBeVisible();
    await waitFor(() => expect(sent.join()).toContain('/api/task/t1/'));
  },
};
