import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import type { OwnMove, OwnMoves } from '../../../record/Moves.tsx';
import { keysOf } from './Acknowledgements.tsx';
import { askApproval } from './ApproveDialog.tsx';
import { disbursalQuestion, totalOf } from './disbursalQuestion.ts';
import { distributionPath } from './places.ts';
import { askSubmission } from './SubmitDialog.tsx';

/** What the lifecycle cannot say of the moves of a distribution: the sums that are asked about, its own dialog, the one call of both answers. */
export function ownMoves(distribution: Distribution, today: string): OwnMoves<'distribution'> {
  const { id, name, rowVersion, status } = distribution;
  const answer = (approvalDecision: 'APP' | 'REJ', verb: string): OwnMove => ({
    question: { text: `${verb} ${totalOf(distribution)}?` },
    call: 'saveApproval',
    argument: ({ comment }) => ({
      body: { distributionId: id, rowVersion, approvalDecision, approvalComments: comment || null },
    }),
  });
  return {
    // What was rejected is changed first.
    submitDistribution: { act: () => askSubmission(distribution), isMain: status.code !== 'REJ' },
    approveDistribution: {
      ...answer('APP', 'Approve'),
      ...(keysOf(distribution.warnings).length > 0 ? { act: () => askApproval(distribution) } : {}),
    },
    rejectDistribution: answer('REJ', 'Reject'),
    disburseDistribution: { question: disbursalQuestion(distribution, today) },
    reverseDistribution: {
      dialog: {
        initial: { name: `Reversal of ${name}`, distributionDate: null, description: null },
        more: () => 'Creates a draft reversal. It can’t be edited; to change it, delete it and reverse again.',
      },
      argument: (body) => ({ params: { id }, body }),
      told: (mirror) => `${mirror.name} saved successfully`,
      to: (mirror) => distributionPath(mirror.id),
    },
  };
}
