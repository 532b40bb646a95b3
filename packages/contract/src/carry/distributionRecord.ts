import { z } from 'zod';
import { computedRun } from './distributionRun.ts';
import { recordHead } from '../core/endpoint.ts';
import { date, figure, figureOrNull, id, instant, reference, status } from '../core/schema.ts';

export const approval = z.object({
  id: id(),
  approver: reference(),
  /** null while undecided, then APP or REJ. */
  approvalDecision: z.enum(['APP', 'REJ']).nullable(),
  approvalComments: z.string().nullable(),
  decidedDate: instant().nullable(),
});
/** A listed approver with the reason why they can't answer now; null if they can. */
const listedApproval = approval.extend({ refusal: z.string().nullable() });

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
