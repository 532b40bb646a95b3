import { z } from 'zod';
import { participantKind } from '../people/participant.ts';
import { date, figure, figureOrNull, id, reference } from '../core/schema.ts';

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

export const participantOf = z.object({
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
/** Of a source, a run or somebody over all sources: null while it is not determined, as everything that follows from it. */
const figuresOrNull = {
  grossCarryDistributed: figureOrNull('money'),
  tax: figureOrNull('money'),
  escrow: figureOrNull('money'),
  loanRepayment: figureOrNull('money'),
  otherAdjustment: figureOrNull('money'),
  netCarryDistributed: figureOrNull('money'),
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

export const characterization = z.object({
  taxCharacterization: reference(),
  characterizationPercentage: figure('percent'),
});
export const sourceOf = z.object({
  id: id(),
  name: z.string(),
  code: z.string().nullable(),
  fund: reference().nullable(),
  fundId: id().nullable(),
  coinvestmentId: id().nullable(),
  investmentId: id().nullable(),
  /** The fund or coinvestment that holds it, by its code or name; null when it is one itself. Sources of one name are told apart by it. */
  holder: z.string().nullable(),
});
/** A cell with what a person typed into it: a figure, or what could not be read as one. */
const typedCell = z.object({
  participantId: id().nullable(),
  via: z.array(id()),
  field: z.string(),
  text: z.string(),
});
/** What applying vesting took of a share, and who got it; figures are null while it cannot be applied. */
const appliedVesting = z.object({
  participant: reference(),
  /** The entities on the way to a member, the outermost first. Percentages are of the innermost one then. */
  via: z.array(reference()),
  effectiveAllocation: figureOrNull('percent'),
  vestedPercentage: figureOrNull('percent'),
  vestedOn: date().nullable(),
  forfeitedAllocation: figureOrNull('percent'),
  /** Nobody: it stays unallocated. */
  recipients: z.array(z.object({ participant: reference(), adjustment: figureOrNull('percent') })),
});
export type AppliedVesting = z.output<typeof appliedVesting>;
export const distributionSource = z.object({
  id: id(),
  source: sourceOf,
  type: sourceType,
  allocationProfile: reference().extend({ version: z.int() }).nullable(),
  /** The source's own; null where the run's default applies. */
  defaultEscrow: figureOrNull('percent'),
  /** Null where no figure was typed. */
  netDistributableAmount: figureOrNull('money'),
  totalDistributed: figureOrNull('money'),
  totalCarryAdjustment: figureOrNull('money'),
  ...figuresOrNull,
  /** Net distributable amount that no entry of the profile takes. */
  unallocated: figureOrNull('money'),
  /** Payees: distinct people and trusts with a gross above 0. */
  numberOfParticipants: z.int().nullable(),
  /** Rows of the source, an entity with all below it as one. */
  numberOfEntries: z.int().nullable(),
  taxCharacterizations: z.array(characterization),
  vestingApplied: z.array(appliedVesting),
  details: z.array(participantDetail),
  /** The rows are there and were not asked for. */
  rowsLeftOut: z.boolean(),
  /** No when the source cannot be computed: its figures are then null, and it has no rows; `problems` says why. */
  isDetermined: z.boolean(),
  /** What was typed for it, as it was typed. */
  typed: z.array(typedCell),
});
/** A participant over all sources, on one way; an entity with its members. */
const flatParticipant = z.object({
  participant: participantOf,
  via: z.array(id()),
  /** Of all that the run distributes; null where it distributes nothing. */
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
 * net distributable = gross + unallocated; gross = net + tax + escrow + loan + other; `difference` is 0.00 or the product is wrong. All are null
 * while one of the sources is not determined.
 */
const reconciliation = z.object({
  netDistributableAmount: figureOrNull('money'),
  unallocated: figureOrNull('money'),
  ...figuresOrNull,
  /** Tax, escrow, loan repayment and other adjustment together. */
  totalCarryAdjustment: figureOrNull('money'),
  difference: figureOrNull('money'),
  /** What the determined sources come to, where others are not determined; null otherwise. */
  determined: z
    .object({
      netDistributableAmount: figure('money'),
      unallocated: figure('money'),
      ...figures,
      numberOfSources: z.int(),
      numberDetermined: z.int(),
    })
    .nullable(),
});
export const problem = z.object({
  code: z.string(),
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])),
  /** The cell where it is mended: of the run, of a source (its container), or of one of its rows. Null when it is about the whole. */
  place: z
    .object({
      sourceId: id().nullable(),
      participantId: id().nullable(),
      via: z.array(id()),
      field: z.string().nullable(),
    })
    .nullable(),
  /** Of a warning that has to be acknowledged before the run is submitted, and again before it is approved: its key. */
  acknowledgement: z.string().nullable(),
});
export type RunProblem = z.output<typeof problem>;

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
  /** Every reason that stands against submitting it now. */
  problems: z.array(problem),
};
export type DistributionSource = z.output<typeof distributionSource>;
const flatOutline = z.object({
  participant: participantOf,
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
/** A person or trust on one way to a source: directly, or through entities, the outermost first. */
const onWay = { participantId: id(), via: z.array(id()), name: z.string() };
/** What applying vesting would take of one source, and to whom it would go: nothing is stored. */
const sourceVesting = z.object({
  sourceId: id(),
  sourceName: z.string(),
  /** Whose share is not, or not known to be, fully vested; those who have left first. */
  holders: z.array(
    z.object({
      ...onWay,
      /** The entities on the way, by name. */
      through: z.array(z.string()),
      isTerminated: z.boolean(),
      terminationDate: date().nullable(),
      /** Of the source, or of the innermost entity. */
      effectiveAllocation: figure('percent'),
      /** Null where it cannot be determined. */
      vestedPercentage: figureOrNull('percent'),
      /** The day of the run, or of an earlier termination. */
      vestedOn: date(),
      /** What applying it would take. */
      forfeitedAllocation: figureOrNull('percent'),
      /** As it is paid without. */
      grossCarryDistributed: figureOrNull('money'),
      /** Why vesting cannot be applied; null when it can. */
      refusal: z.string().nullable(),
    }),
  ),
  /** Everybody who could receive what others forfeit: those in the source's profile, and among themselves the members of entities. */
  shares: z.array(z.object({ ...onWay, effectiveAllocation: figure('percent') })),
  /** Whose share changes; money is null while the source is not determined. */
  moves: z.array(
    z.object({
      ...onWay,
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
  /** Why it cannot be applied as it was chosen. */
  problems: z.array(z.string()),
});
export const vestingPreview = z.array(sourceVesting);
/** A run that is computed and not stored; no balances unless it is by balance. */
export const generatedRun = z.object({
  ...computedRun,
  investorBalances: z.array(sourceBalances),
  /** Of each source that is not determined: its rows without figures, so that what was typed into them stays in sight. */
  outlines: z.array(z.object({ sourceId: id(), details: z.array(outlineDetail) })),
});
