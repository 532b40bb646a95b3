import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';
import { ApprovalTables, type ApprovalTablesProps } from './ApprovalTables.tsx';

type Approval = ApprovalTablesProps['approvals'][number];

const approval = (id: string, name: string, overrides: Partial<Approval> = {}): Approval => ({
  id,
  approver: { id, name },
  approvalDecision: null,
  approvalComments: null,
  decidedDate: null,
  refusal: null,
  ...overrides,
});
const approved = approval('1', 'Priya Raman', {
  approvalDecision: 'APP',
  approvalComments: 'Agrees with the administrator.',
  decidedDate: '2026-09-30T14:05:00Z',
});
const waiting = approval('2', 'Noah Okafor');

const meta: Meta<typeof ApprovalTables> = {
  title: 'features/Approvals',
  component: ApprovalTables,
  args: { approvals: [approved, waiting], earlier: [], isSubmitted: true, onAdd: fn(), onRemove: undefined },
};
export default meta;
type Story = StoryObj<typeof ApprovalTables>;

export const Empty: Story = { args: { approvals: [], isSubmitted: false } };
export const Waiting: Story = { play: async ({ canvas }) => expect(canvas.getByText('Waiting')).toBeVisible() };
export const Draft: Story = {
  args: { approvals: [waiting, approval('3', 'Amelia Hartmann')], isSubmitted: false, onRemove: fn() },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getAllByText('Not requested yet')).toHaveLength(2);
    await userEvent.click(canvas.getAllByRole('button', { name: 'Remove' })[1] as HTMLElement);
    await expect(args.onRemove).toHaveBeenCalledWith(expect.objectContaining({ id: '3' }));
  },
};
/** The answers that are still missing after a rejection were requested, but are no longer needed. */
export const Rejected: Story = {
  args: { approvals: [{ ...approved, approvalDecision: 'REJ' }, waiting], isSubmitted: false },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('No longer needed')).toBeVisible();
    await expect(canvas.queryByText('Not requested yet')).toBeNull();
  },
};
export const MayNotAnswer: Story = {
  args: { approvals: [approved, approval('4', 'Zanele Mokoena', { refusal: 'Changed the distribution' })] },
};
export const RequestedAgain: Story = {
  args: {
    approvals: [approval('1', 'Priya Raman'), waiting],
    earlier: [
      {
        ...approved,
        id: '0',
        approvalDecision: 'REJ',
        approvalComments: 'The escrow of the last run is missing. '.repeat(8),
      },
    ],
  },
};
export const Long: Story = {
  args: { approvals: Array.from({ length: 40 }, (_, at) => approval(String(at), `Approver ${String(at + 1)}`)) },
};
