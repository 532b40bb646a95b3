import { z } from 'zod';
import { computedRun } from './distributionRun.ts';
import { recordHead } from './endpoint.ts';
import { date, figure, figureOrNull, id, instant, reference, status } from './schema.ts';

export const approval = z.object({
  id: id(),
  approver: reference(),
  /** null while undecided, then APP or REJ. */
  approvalDecision: z.enum(['APP', 'REJ']).nullable(),
  approvalComments: z.string().nullable(),
  decidedDate: instant().nullable(),
});

export const distributionHead = {
  ...recordHead,
  name: z.string(),
  description: z.string().nullable(),
  distributionDate: date(),
  status: status(),
  currency: reference().nullable(),
  totalCarryDistributed: figure('money'),
  numberOfParticipants: z.int(),
  numberOfSources: z.int(),
};
export const distribution = z.object({
  ...distributionHead,
  defaultEscrow: figure('percent'),
  defaultTerminatedEscrow: figure('percent'),
  investorBalanceBased: z.boolean(),
  unallocatedAcknowledged: z.boolean(),
  engineVersion: z.string().nullable(),
  /** Set on a reversal. */
  reversalOf: reference().nullable(),
  reversedBy: reference().nullable(),
  canEdit: z.boolean(),
  /** What this person may do now: operation names of the lifecycle, already checked against state, role and approver list. */
  actions: z.array(z.string()),
  approvals: z.array(approval),
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
