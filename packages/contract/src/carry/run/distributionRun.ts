import { z } from 'zod';
import { participantKind } from '../../people/participant.ts';
import { date, figure, figureOrNull, id, reference } from '../../core/schema.ts';

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

export const participantReference = z.object({
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
/** Figures of a source, a run or a participant over all sources. Null while not determined, with everything derived from them. */
const figuresOrNull = {
  grossCarryDistributed: figureOrNull('money'),
  tax: figureOrNull('money'),
  escrow: figureOrNull('money'),
  loanRepayment: figureOrNull('money'),
  otherAdjustment: figureOrNull('money'),
  netCarryDistributed: figureOrNull('money'),
};
/** A participant's row at a source, with an entity's members nested below it. gross = net + tax + escrow + loan repayment + other. */
const flatDetail = z.object({
  participant: participantReference,
  /** The entities passed through, outermost first; empty for a direct row. Together with source and participant, it identifies the row. */
  via: z.array(id()),
  effectiveAllocation: figure('percent'),
  /** The profile's percentage if it was overridden for this distribution. */
  originalAllocation: figureOrNull('percent'),
  ...figures,
  /** Null, with the net, if a tax profile needs characterizations and the source has none. */
  tax: figureOrNull('money'),
  netCarryDistributed: figureOrNull('money'),
  taxOverridden: z.boolean(),
  escrowOverridden: z.boolean(),
  escrowPercent: figureOrNull('percent'),
  taxAllocations: z.array(taxAllocation),
});
export interface ParticipantDetail extends z.output<typeof flatDetail> {
  memberDetails: ParticipantDetail[];
}
const participantDetail: z.ZodType<ParticipantDetail> = z.lazy(() =>
  flatDetail.extend({ memberDetails: z.array(participantDetail) }),
);

export const characterization = z.object({
  taxCharacterization: reference(),
  characterizationPercentage: figure('percent'),
});
export const sourceSchema = z.object({
  id: id(),
  name: z.string(),
  code: z.string().nullable(),
  fund: reference().nullable(),
  fundId: id().nullable(),
  coinvestmentId: id().nullable(),
  investmentId: id().nullable(),
  /** The code or name of the fund or coinvestment that holds it; null if it is one itself. Distinguishes sources with the same name. */
  holder: z.string().nullable(),
});
/** A cell with its typed text, whether or not it is a valid figure. */
const typedCell = z.object({
  participantId: id().nullable(),
  via: z.array(id()),
  field: z.string(),
  text: z.string(),
});
/** The forfeiture of a share by applying vesting, with its recipients. Percentages are of the source, through entities too. Figures are null while
 * vesting can't be applied. */
const appliedVesting = z.object({
  participant: reference(),
  /** The entities on the path to a member, outermost first. */
  via: z.array(reference()),
  effectiveAllocation: figureOrNull('percent'),
  vestedPercentage: figureOrNull('percent'),
  vestedOn: date().nullable(),
  forfeitedAllocation: figureOrNull('percent'),
  /** If empty, the forfeited part stays unallocated. */
  recipients: z.array(z.object({ participant: reference(), adjustment: figureOrNull('percent') })),
});
export type AppliedVesting = z.output<typeof appliedVesting>;
export const distributionSource = z.object({
  id: id(),
  source: sourceSchema,
  type: sourceType,
  allocationProfile: reference().extend({ version: z.int() }).nullable(),
  /** The source's own percentage; null if the run's default applies. */
  defaultEscrow: figureOrNull('percent'),
  /** Null if no valid figure was typed. */
  netDistributableAmount: figureOrNull('money'),
  totalDistributed: figureOrNull('money'),
  totalCarryAdjustment: figureOrNull('money'),
  ...figuresOrNull,
  /** The part of the net distributable amount that the profile allocates to nobody. */
  unallocated: figureOrNull('money'),
  /** The number of payees: distinct people and trusts with a gross above 0. */
  numberOfParticipants: z.int().nullable(),
  /** The number of rows of the source, where an entity with everyone below it is one row. */
  numberOfEntries: z.int().nullable(),
  taxCharacterizations: z.array(characterization),
  vestingApplied: z.array(appliedVesting),
  details: z.array(participantDetail),
  /** True if the source has rows that weren't requested. */
  rowsOmitted: z.boolean(),
  /** False if the source can't be computed. It then has no rows, its figures are null, and `problems` gives the reason. */
  isDetermined: z.boolean(),
  /** The typed text of its cells. */
  typed: z.array(typedCell),
});
/** A participant over all sources on one path; an entity with its members. */
const flatParticipant = z.object({
  participant: participantReference,
  via: z.array(id()),
  /** Percentage of the run's total; null if it distributes nothing. */
  effectiveAllocation: figureOrNull('percent'),
  ...figuresOrNull,
});
export interface DistributionParticipant extends z.output<typeof flatParticipant> {
  memberParticipants: DistributionParticipant[];
}
export const distributionParticipant: z.ZodType<DistributionParticipant> = z.lazy(() =>
  flatParticipant.extend({ memberParticipants: z.array(distributionParticipant) }),
);
/**
 * net distributable = gross + unallocated; gross = net + tax + escrow + loan + other. A `difference` other than 0.00 is a bug. All are null while a
 * source isn't determined.
 */
const reconciliation = z.object({
  netDistributableAmount: figureOrNull('money'),
  unallocated: figureOrNull('money'),
  ...figuresOrNull,
  /** The sum of tax, escrow, loan repayment and other adjustment. */
  totalCarryAdjustment: figureOrNull('money'),
  difference: figureOrNull('money'),
  /** The totals of each figure over the sources for which it is determined, if it isn't for others; otherwise null. */
  determined: z
    .object({
      netDistributableAmount: figure('money'),
      unallocated: figure('money'),
      ...figures,
      tax: figureOrNull('money'),
      netCarryDistributed: figureOrNull('money'),
      numberOfSources: z.int(),
      numberDetermined: z.int(),
      /** The number of sources that the tax and the net cover. */
      numberTaxed: z.int(),
    })
    .nullable(),
});
export const problem = z.object({
  code: z.string(),
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])),
  /** The cell where it can be fixed: of the run, of a source (by its container), or of one of its rows. Null if it is about the whole run. */
  location: z
    .object({
      sourceId: id().nullable(),
      participantId: id().nullable(),
      via: z.array(id()),
      field: z.string().nullable(),
    })
    .nullable(),
  /** The key of a warning that must be acknowledged before submission and again before approval. */
  acknowledgment: z.string().nullable(),
});
export type RunProblem = z.output<typeof problem>;

/**
 * In investor-balance mode, the balances at a source, the amounts that the run pays from them, and the remainders. `limit` is the maximum that can be
 * paid.
 */
const sourceBalances = z.object({
  sourceId: id(),
  limit: figure('money'),
  remaining: figure('money'),
  positions: z.array(
    z.object({
      participantId: id(),
      name: z.string(),
      balance: figure('money'),
      grossCarryDistributed: figureOrNull('money'),
      remaining: figureOrNull('money'),
    }),
  ),
});
export type SourceBalances = z.output<typeof sourceBalances>;
export const computedRun = {
  distributionSources: z.array(distributionSource),
  distributionParticipants: z.array(distributionParticipant),
  reconciliation,
  warnings: z.array(problem),
  /** Every reason that prevents submission now. */
  problems: z.array(problem),
};
export type DistributionSource = z.output<typeof distributionSource>;
const flatOutline = z.object({
  participant: participantReference,
  via: z.array(id()),
  effectiveAllocation: figure('percent'),
  originalAllocation: figureOrNull('percent'),
});
export interface OutlineDetail extends z.output<typeof flatOutline> {
  memberDetails: OutlineDetail[];
}
const outlineDetail: z.ZodType<OutlineDetail> = z.lazy(() =>
  flatOutline.extend({ memberDetails: z.array(outlineDetail) }),
);
/** A person or trust on one path to a source: directly, or through entities, outermost first. */
const onPath = { participantId: id(), via: z.array(id()), name: z.string() };
/** The forfeitures that applying vesting to a source would cause, with their recipients. Nothing is stored. */
const sourceVesting = z.object({
  sourceId: id(),
  sourceName: z.string(),
  /** Holders whose share isn't fully vested, or may not be. Those who have left come first. */
  holders: z.array(
    z.object({
      ...onPath,
      /** The names of the entities on the path. */
      through: z.array(z.string()),
      isTerminated: z.boolean(),
      terminationDate: date().nullable(),
      /** Percent of the source, through entities too. */
      effectiveAllocation: figure('percent'),
      /** Null if it can't be determined. */
      vestedPercentage: figureOrNull('percent'),
      /** The date of the run, or of an earlier termination. */
      vestedOn: date(),
      /** The percentage of the source that would be forfeited. */
      forfeitedAllocation: figureOrNull('percent'),
      /** The payment without applying vesting. */
      grossCarryDistributed: figureOrNull('money'),
      /** The reason why vesting can't be applied; null if it can. */
      refusal: z.string().nullable(),
    }),
  ),
  /** The possible recipients of forfeited parts: those in the source's profile and, for members of an entity, its other members. */
  shares: z.array(z.object({ ...onPath, effectiveAllocation: figure('percent') })),
  /** The shares that change, in percent of the source. Money is null while the source isn't determined. */
  moves: z.array(
    z.object({
      ...onPath,
      effectiveBefore: figure('percent'),
      effectiveAfter: figure('percent'),
      effectiveChange: figure('percent'),
      grossBefore: figureOrNull('money'),
      grossAfter: figureOrNull('money'),
      grossChange: figureOrNull('money'),
    }),
  ),
  unallocatedBefore: figureOrNull('money'),
  unallocatedAfter: figureOrNull('money'),
  /** Reasons why the chosen vesting can't be applied. */
  problems: z.array(z.string()),
});
export const vestingPreview = z.array(sourceVesting);
/** A run that is computed but not stored. Has balances only if it is by balance. */
export const generatedRun = z.object({
  ...computedRun,
  investorBalances: z.array(sourceBalances),
  /** The rows of each undetermined source without figures, so that the typed text stays visible. */
  outlines: z.array(z.object({ sourceId: id(), details: z.array(outlineDetail) })),
});
