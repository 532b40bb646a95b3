import { z } from 'zod';
import { participantKind } from './participant.ts';
import { figure, figureOrNull, id, reference } from './schema.ts';

export const sourceTypes = ['Fund', 'Coinvestment', 'Fund Investment', 'Coinvestment Investment', 'Tranche'] as const;
export const sourceType = z.enum(sourceTypes);

const taxAllocation = z.object({
  name: z.string(),
  taxProfile: reference().nullable(),
  taxProfileRate: z
    .object({ id: id().nullable(), taxCharacterizationId: id().nullable(), taxRate: figure('percent') })
    .nullable(),
  taxAllocationPercent: figure('percent'),
  taxAllocationAmount: figure('money'),
});

const participantOf = z.object({
  id: id(),
  participantId: id(),
  type: participantKind,
  name: z.string(),
  code: z.string().nullable(),
  businessTitle: z.string().nullable(),
  status: z.string(),
  isForeign: z.boolean(),
  isEscrowExempt: z.boolean(),
  defaultEscrow: figureOrNull('percent'),
});
const figures = {
  grossCarryDistributed: figure('money'),
  tax: figure('money'),
  escrow: figure('money'),
  loanRepayment: figure('money'),
  otherAdjustment: figure('money'),
  netCarryDistributed: figure('money'),
};
/** One participant of one source; an entity's members below it, on any depth. gross = net + tax + escrow + loan repayment + other. */
const flatDetail = z.object({
  participant: participantOf,
  /** Entities passed through, outermost first; empty when reached directly. With the source and participant it names the row. */
  via: z.array(id()),
  effectiveAllocation: figure('percent'),
  /** What the profile says, when it was edited for this distribution. */
  originalAllocation: figureOrNull('percent'),
  ...figures,
  taxOverridden: z.boolean(),
  escrowOverridden: z.boolean(),
  escrowPercent: figureOrNull('percent'),
  taxAllocations: z.array(taxAllocation),
});
export interface ParticipantDetail extends z.output<typeof flatDetail> {
  memberDetails: ParticipantDetail[];
}
export const participantDetail: z.ZodType<ParticipantDetail> = z.lazy(() =>
  flatDetail.extend({ memberDetails: z.array(participantDetail) }),
);

const characterization = z.object({ taxCharacterization: reference(), characterizationPercentage: figure('percent') });
export const sourceOf = z.object({
  id: id(),
  name: z.string(),
  code: z.string().nullable(),
  fund: reference().nullable(),
  fundId: id().nullable(),
  coinvestmentId: id().nullable(),
  investmentId: id().nullable(),
});
export const distributionSource = z.object({
  id: id(),
  source: sourceOf,
  type: sourceType,
  allocationProfile: reference().extend({ version: z.int() }).nullable(),
  netDistributableAmount: figure('money'),
  totalDistributed: figure('money'),
  grossCarryDistributed: figure('money'),
  totalCarryAdjustment: figure('money'),
  netCarryDistributed: figure('money'),
  /** Net distributable amount that no entry of the profile takes. */
  unallocated: figure('money'),
  numberOfParticipants: z.int(),
  taxCharacterizations: z.array(characterization),
  details: z.array(participantDetail),
});
/** A participant over all sources; an entity with its members. */
const flatParticipant = z.object({ participant: participantOf, ...figures });
export interface DistributionParticipant extends z.output<typeof flatParticipant> {
  memberParticipants: DistributionParticipant[];
}
export const distributionParticipant: z.ZodType<DistributionParticipant> = z.lazy(() =>
  flatParticipant.extend({ memberParticipants: z.array(distributionParticipant) }),
);
/** net distributable = gross + unallocated; gross = net + tax + escrow + loan + other; `difference` is 0.00 or the product is wrong. */
const reconciliation = z.object({
  netDistributableAmount: figure('money'),
  unallocated: figure('money'),
  ...figures,
  difference: figure('money'),
});
const problem = z.object({ code: z.string(), message: z.string(), path: z.array(z.union([z.string(), z.number()])) });

/** In investor-balance mode: what everybody has at a source, what the run takes of it and what is left; `limit` is the most that it can pay. */
const sourceBalances = z.object({
  sourceId: id(),
  limit: figure('money'),
  remaining: figure('money'),
  positions: z.array(
    z.object({
      participantId: id(),
      name: z.string(),
      balance: figure('money'),
      grossCarryDistributed: figure('money'),
      remaining: figure('money'),
    }),
  ),
});
export type SourceBalances = z.output<typeof sourceBalances>;
export const computedRun = {
  distributionSources: z.array(distributionSource),
  distributionParticipants: z.array(distributionParticipant),
  reconciliation,
  warnings: z.array(problem),
  /** Every reason that stands against submitting it now. */
  problems: z.array(problem),
};
export type DistributionSource = z.output<typeof distributionSource>;
/** A run that is computed and not stored; no balances unless it is by balance. */
export const generatedRun = z.object({ ...computedRun, investorBalances: z.array(sourceBalances) });
