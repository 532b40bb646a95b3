import type { Setup, SetupStep } from '@carrara/contract/platform/setupStep/setupStep';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'storybook/test';
import { cachedAnswer, CachedAnswers } from '../../testing/cachedAnswers.tsx';
import { useEmptyHint } from './FirstSteps.tsx';
import { firstSteps } from './firstSteps.ts';

const stepOf = (id: SetupStep['id'], state: SetupStep['state'], after: SetupStep['after'] = []): SetupStep => ({
  id,
  state,
  after,
  missing: [],
  recordId: id === 'allocationProfile' ? '00000000-0000-4000-8000-000000000001' : null,
  doneDate: null,
  doneBy: null,
  people: [],
});

/** The performance module of a person who also has carry. */
const performanceToo = { applications: ['carry', 'performance'].map((id) => ({ id, role: 'editor' })) } as never;

/** An empty list, with its own action unless that can't succeed yet. */
function EmptyList({ list }: { readonly list: keyof typeof firstSteps }) {
  const { hint, action, isBlocked } = useEmptyHint(firstSteps[list]);
  return (
    <>
      {isBlocked ? null : <p>The list offers its own action.</p>}
      <EmptyState hint={hint} action={action} />
    </>
  );
}

interface EmptyProps {
  readonly steps: Setup['steps'];
  readonly list?: keyof typeof firstSteps;
  readonly path?: string;
}
const Empty = ({ steps, list = 'listDistributions', path = '/carry/distribution' }: EmptyProps) => (
  <MemoryRouter initialEntries={[path]}>
    <CachedAnswers
      signedInAs="editor"
      settings={performanceToo}
      answers={[cachedAnswer('listSetupSteps', undefined, { isFinished: false, isDismissed: false, steps })]}
    >
      <EmptyList list={list} />
    </CachedAnswers>
  </MemoryRouter>
);

const meta = { title: 'record/Empty list', component: Empty } satisfies Meta<typeof Empty>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NothingYet: Story = {
  name: 'Before the first fund, an empty list of distributions offers the fund',
  args: {
    steps: [
      stepOf('fund', 'open'),
      stepOf('participants', 'open'),
      stepOf('allocationProfile', 'blocked', ['fund', 'participants']),
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Upload a carry plan' })).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Add fund' })).toBeVisible();
    await expect(canvas.queryByRole('link', { name: 'Create distribution' })).toBeNull();
    await expect(canvas.queryByText('The list offers its own action.')).toBeNull();
  },
};
export const WithoutProfile: Story = {
  name: 'With a fund and participants, it offers the allocation profile',
  args: {
    steps: [stepOf('fund', 'done'), stepOf('participants', 'done'), stepOf('allocationProfile', 'open')],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Add allocation profile' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^#\/carry\/fund\/.*\/allocation\/create$/),
    );
    await expect(canvas.queryByRole('link', { name: 'Create distribution' })).toBeNull();
  },
};
export const Ready: Story = {
  name: 'With a default profile, it offers the distribution',
  args: {
    steps: [stepOf('fund', 'done'), stepOf('participants', 'done'), stepOf('allocationProfile', 'done')],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Create distribution' })).toBeVisible();
    await expect(canvas.getByText('The list offers its own action.')).toBeVisible();
  },
};
export const InPerformance: Story = {
  name: 'The way to the first fund stays in the open module',
  args: {
    list: 'listPerformanceInvestments',
    path: '/performance/investment',
    steps: [stepOf('fund', 'open')],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('link')).toHaveLength(1);
    await expect(canvas.getByRole('link', { name: 'Add fund' })).toHaveAttribute('href', '#/performance/fund/add');
  },
};
