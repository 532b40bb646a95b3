import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import type { OwnMove, OwnMoves } from '../../../record/profile/Moves.tsx';
import { openApprovalDialog } from './ApproveDialog.tsx';
import { withWarnings } from '../../../record/run/WarningList.tsx';
import { disbursalQuestion, disbursedTotal } from './disbursalQuestion.ts';
import { distributionPath } from './addresses.ts';
import { substituteText } from './substituteText.ts';
import { openSubmissionDialog } from './SubmitDialog.tsx';

/** Extends the moves of the lifecycle with amounts in confirmations, with dialogs, and with the single call for both answers of an approver. */
export function ownMoves(distribution: Distribution, today: string, personId?: string): OwnMoves<'distribution'> {
  const { id, name, rowVersion, status } = distribution;
  const disbursal = disbursalQuestion(distribution);
  const answer = (approvalDecision: 'APP' | 'REJ', verb: string): OwnMove => ({
    question: { text: `${verb} ${disbursedTotal(distribution)}?${substituteText(distribution.approvals, personId)}` },
    call: 'saveApproval',
    argument: ({ comment }) => ({
      body: { distributionId: id, rowVersion, approvalDecision, approvalComments: comment || null },
    }),
  });
  return {
    // A rejected run is edited first.
    submitDistribution: { act: () => openSubmissionDialog(distribution), isMain: status.code !== 'REJ' },
    approveDistribution: {
      ...answer('APP', 'Approve'),
      ...(distribution.warnings.length > 0 ? { act: () => openApprovalDialog(distribution) } : {}),
    },
    rejectDistribution: answer('REJ', 'Reject'),
    disburseDistribution: { question: { ...disbursal, text: withWarnings(disbursal.text, distribution.warnings) } },
    reverseDistribution: {
      dialog: {
        initial: { name: `Reversal of ${name}`, distributionDate: today, description: null },
        more: () => 'Creates a draft reversal. It can’t be edited; to change it, delete it and reverse again.',
      },
      argument: (body) => ({ params: { id }, body }),
      message: (mirror) => `${mirror.name} saved successfully`,
      to: (mirror) => distributionPath(mirror.id),
    },
  };
}
