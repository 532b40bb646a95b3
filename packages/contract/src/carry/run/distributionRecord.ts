import { z } from 'zod';
import { approvalRule } from './approvalPolicy.ts';
import { computedRun } from './distributionRun.ts';
import { recordHead } from '../../core/endpoint.ts';
import { date, figure, figureOrNull, id, instant, reference, status } from '../../core/schema.ts';

export const approval = z.object({
  id: id(),
  approver: reference(),
  /** The substitute who decided in place of the approver; null if the approver did. */
  decidedBy: reference().nullable(),
  /** True if the distribution pays the person who decided or, while undecided, the approver. Payees never approve it alone. */
  isPayee: z.boolean(),
  /** null while undecided, then APP or REJ. */
  approvalDecision: z.enum(['APP', 'REJ']).nullable(),
  approvalComments: z.string().nullable(),
  decidedDate: instant().nullable(),
});
const listedApproval = approval.extend({
  /** The reason why the approver can't answer at all; null if nothing stands against it. */
  refusal: z.string().nullable(),
  /** True if the distribution waits for this answer now. */
  isRequested: z.boolean(),
  /** Why this approval is needed, or isn't yet or any more; null once the approver has decided. */
  reason: z.string().nullable(),
  /** The person who can decide today in place of the approver; null if there is none. */
  substitute: reference().nullable(),
});

export const distributionHead = {
  ...recordHead,
  name: z.string(),
  description: z.string().nullable(),
  distributionDate: date(),
  status: status(),
  currency: reference().nullable(),
  /** False while a source, or its tax, can't be computed. The figures that depend on it are then null. */
  isDetermined: z.boolean(),
  totalCarryDistributed: figureOrNull('money'),
  /** The number of payees: distinct people and trusts who are paid, directly or through entities. */
  numberOfParticipants: z.int().nullable(),
  numberOfSources: z.int(),
};
export const distribution = z.object({
  ...distributionHead,
  /** The number of rows in the participant summary: direct payees, where an entity with everyone below it is one row. */
  numberOfEntries: z.int().nullable(),
  defaultEscrow: figure('percent'),
  defaultTerminatedEscrow: figure('percent'),
  investorBalanceBased: z.boolean(),
  unallocatedAcknowledged: z.boolean(),
  engineVersion: z.string().nullable(),
  /** Present on a reversal. */
  reversalOf: reference().nullable(),
  /** The distribution that reverses this one. Until it is disbursed, it is still in preparation. */
  reversedBy: reference().extend({ isDisbursed: z.boolean(), distributionDate: date() }).nullable(),
  canEdit: z.boolean(),
  /** The lifecycle operations that this person may trigger now, checked against state, role and approver list. */
  actions: z.array(z.string()),
  /** The warnings acknowledged at submission and approval, with person and date. */
  acknowledgments: z.array(z.object({ text: z.string(), acknowledgedBy: z.string(), acknowledgedDate: instant() })),
  approvals: z.array(listedApproval),
  /** The approvals that it needs, stored with its submission; null if it was never submitted. */
  approvalRule: approvalRule.nullable(),
  /** Answers given before all approvers had to answer again, latest first. */
  earlierApprovals: z.array(approval),
  /** A comparison with the previous distribution, for the approver. */
  previous: z
    .object({
      id: id(),
      name: z.string(),
      distributionDate: date(),
      totalCarryDistributed: figure('money'),
      changePercent: figureOrNull('percent'),
    })
    .nullable(),
  ...computedRun,
});
export type Distribution = z.output<typeof distribution>;
