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
/** A listed approver: why this one could not answer now, null when nothing stands against it. */
const listedApproval = approval.extend({ refusal: z.string().nullable() });

export const distributionHead = {
  ...recordHead,
  name: z.string(),
  description: z.string().nullable(),
  distributionDate: date(),
  status: status(),
  currency: reference().nullable(),
  /** No while a source of it cannot be computed: its figures are null then. */
  isDetermined: z.boolean(),
  totalCarryDistributed: figureOrNull('money'),
  /** Payees: the distinct people and trusts who get something, directly or through entities. */
  numberOfParticipants: z.int().nullable(),
  numberOfSources: z.int(),
};
export const distribution = z.object({
  ...distributionHead,
  /** Rows of the participant summary: whoever is paid directly, an entity with all below it as one. */
  numberOfEntries: z.int().nullable(),
  defaultEscrow: figure('percent'),
  defaultTerminatedEscrow: figure('percent'),
  investorBalanceBased: z.boolean(),
  unallocatedAcknowledged: z.boolean(),
  engineVersion: z.string().nullable(),
  /** Set on a reversal. */
  reversalOf: reference().nullable(),
  /** The distribution that undoes this one, once it is disbursed; before that it is prepared. */
  reversedBy: reference().extend({ isDisbursed: z.boolean() }).nullable(),
  canEdit: z.boolean(),
  /** What this person may do now: operation names of the lifecycle, already checked against state, role and approver list. */
  actions: z.array(z.string()),
  /** Warnings that were acknowledged at submission and at approval, by whom and when. */
  acknowledgements: z.array(z.object({ text: z.string(), acknowledgedBy: z.string(), acknowledgedDate: instant() })),
  approvals: z.array(listedApproval),
  /** Answers from before everybody was asked anew, the latest first. */
  earlierApprovals: z.array(approval),
  /** Compared with the distribution before it, for the approver. */
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
