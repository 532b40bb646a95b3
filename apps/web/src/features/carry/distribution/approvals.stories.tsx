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
  decidedBy: null,
  isPayee: false,
  isRequested: overrides.approvalDecision === undefined,
  reason: overrides.approvalDecision === undefined ? 'Chosen when it was submitted.' : null,
  substitute: null,
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
  args: {
    approvals: [approved, waiting],
    earlier: [],
    rule: null,
    isSubmitted: true,
    onAdd: fn(),
    onRemove: undefined,
  },
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
export const ByPolicy: Story = {
  name: 'One after another, with a substitute and a payee',
  args: {
    rule: {
      text: 'The approvers decide one after another, and every one has to approve.',
      source:
        'Approval policy of 01/01/2026, for amounts from 10,000,000.00 USD. This distribution: 49,590,981.21 USD.',
    },
    approvals: [
      { ...approved, decidedBy: { id: '9', name: 'Dana Cole' } },
      approval('2', 'Noah Okafor', {
        isPayee: true,
        substitute: { id: '8', name: 'Maximiliana Featherstonehaugh-Konstantinopoulou' },
        reason: 'The approval policy requires it.',
      }),
      approval('3', 'Amelia Hartmann', { isRequested: false, reason: 'Asked after the approvers above.' }),
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Dana Cole for Priya Raman')).toBeVisible();
    await expect(canvas.getByText(/^paid by this distribution, today in place: Maximiliana/)).toBeVisible();
    await expect(canvas.getByText('Not required yet')).toBeVisible();
  },
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
