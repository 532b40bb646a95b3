import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent } from 'storybook/test';
import { CachedAnswers } from '../../../testing/cachedAnswers.tsx';
import { ApproveDialog } from './ApproveDialog.tsx';
import { withWarnings } from '../../../record/run/WarningList.tsx';
import {
  change,
  changedWarnings,
  completeRun,
  distribution,
  leavers,
  mixedWarnings,
  textsIn,
  leaverWarnings,
} from './dialogs.fixture.tsx';

const meta: Meta = { title: 'features/Approval of a distribution' };
export default meta;
type Story = StoryObj;

/** The approver acknowledges the same warnings as the author, one by one or all at once. */
export const Approve: Story = {
  render: () => (
    <CachedAnswers answers={[]}>
      <ApproveDialog
        distribution={{
          ...distribution,
          warnings: leaverWarnings,
          distributionDate: '2026-09-30',
          currency: { id: 'usd', code: 'USD' },
          numberOfParticipants: 44,
          reversalOf: null,
        }}
        onClose={fn()}
      />
    </CachedAnswers>
  ),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    await expect(screen.getByText('Acknowledge every warning before you approve.')).toBeVisible();
    await expect(screen.getByRole('checkbox', { name: 'All 2 to acknowledge' })).toHaveFocus();
    await userEvent.click(screen.getByRole('checkbox', { name: 'All 2 to acknowledge' }));
    for (const name of [/Elena Kovacs/, /Felix Stein/])
      await expect(screen.getByRole('checkbox', { name })).toBeChecked();
    await userEvent.click(screen.getByRole('checkbox', { name: /Felix Stein/ }));
    await expect(screen.getByRole('checkbox', { name: 'All 2 to acknowledge' })).not.toBeChecked();
  },
};

export const SameWarningsToApprove: Story = {
  render: () => (
    <CachedAnswers answers={[]}>
      <ApproveDialog distribution={completeRun} onClose={fn()} />
    </CachedAnswers>
  ),
  play: async () => {
    await expect(await screen.findByText('3 warnings, 2 to acknowledge')).toBeVisible();
    await expect(screen.getByText('No acknowledgment needed:')).toBeVisible();
    await expect(textsIn(screen.getByRole('dialog'))).toHaveLength(3);
  },
};

/** A confirmation names the change first and counts the warnings without it. */
export const ConfirmAfterAChange: Story = {
  render: () => <div>{withWarnings('Disburse 2026 Q3?', [...changedWarnings, ...mixedWarnings])}</div>,
  play: async ({ canvas }) => {
    const counted = canvas.getByText('3 warnings');
    await expect(canvas.getByText(change).compareDocumentPosition(counted)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  },
};

/** One checkbox covers the warnings of a cause. The records that have changed come first. */
export const ApproveByCause: Story = {
  render: () => (
    <CachedAnswers answers={[]}>
      <ApproveDialog
        distribution={{
          ...completeRun,
          warnings: [
            ...changedWarnings,
            ...leavers,
            {
              ...leaverWarnings[0]!,
              code: 'PAID_ABOVE_ACCRUED',
              message: 'Pays more than accrued.',
              acknowledgment: 'above',
            },
          ],
        }}
        onClose={fn()}
      />
    </CachedAnswers>
  ),
  play: async () => {
    await expect(await screen.findByText('4 warnings, 4 to acknowledge')).toBeVisible();
    await expect(screen.getByText(change)).toBeVisible();
    const all = screen.getByRole('checkbox', { name: 'All 4 to acknowledge' });
    const cause = screen.getByRole('checkbox', {
      name: 'Payments to people who left before they were fully vested (3)',
    });
    await expect(screen.getAllByRole('checkbox')).toHaveLength(3);
    await userEvent.click(cause);
    await expect(cause).toBeChecked();
    await expect(all).toBePartiallyChecked();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Pays more than accrued.' }));
    await expect(all).toBeChecked();
    await userEvent.click(screen.getByText('Show all 3'));
    await expect(screen.getByText(leavers[1]!.message)).toBeVisible();
    const list = screen.getByRole('group', { name: /I acknowledge this/ });
    await expect(list.scrollHeight).toBe(list.clientHeight);
  },
};
