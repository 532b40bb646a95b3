import { z } from 'zod';
import { participantOf, problem, sourceType } from './distributionRun.ts';
import { recordHead, saveOf } from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { date, decimal, figure, figureOrNull, id, instant, reference, status } from '../core/schema.ts';

export const realizationFields = defineFields({
  name: { kind: 'text', title: 'Name', required: true },
  realizationDate: { kind: 'date', title: 'Realization date', required: true },
  description: { kind: 'longText', title: 'Description' },
});

const flatDetail = z.object({
  participant: participantOf,
  /** Entities passed through, outermost first; empty when reached directly. */
  via: z.array(id()),
  effectiveAllocation: figure('percent'),
  carryAmount: figure('money'),
});
/** What one participant gets of a source; an entity's members below it, on any depth. */
export interface RealizationDetail extends z.output<typeof flatDetail> {
  memberDetails: RealizationDetail[];
}
const realizationDetail: z.ZodType<RealizationDetail> = z.lazy(() =>
  flatDetail.extend({ memberDetails: z.array(realizationDetail) }),
);

export const realizationSource = z.object({
  /** Null while it is computed and not stored. */
  realizationSourceId: id().nullable(),
  containerId: id(),
  containerType: sourceType,
  containerName: z.string(),
  /** The fund or coinvestment that holds it, by its code or name; null when it is one itself. */
  holder: z.string().nullable(),
  fund: reference().nullable(),
  investmentName: z.string().nullable(),
  vintageName: z.string().nullable(),
  vintage: z.object({ id: id(), fund: z.object({ id: id() }).nullable() }).nullable(),
  allocationProfile: reference().extend({ version: z.int() }).nullable(),
  /** It was chosen, and is used whichever is in force on the day. */
  isProfileChosen: z.boolean(),
  /** The day of its entries, as of which it is shared out. */
  realizationDate: date(),
  totalCarryForAll: figure('money'),
  /** What of it is shared out; null, as all that follows from it, while it is not determined: `problems` says why. */
  carryAccrued: figureOrNull('money'),
  unallocated: figureOrNull('money'),
  isDetermined: z.boolean(),
  /** Distinct people and trusts with carry above 0. */
  numberOfParticipants: z.int().nullable(),
  details: z.array(realizationDetail),
  /** The entries that it posted. */
  accountEntries: z.array(
    z.object({
      id: id(),
      participantId: id(),
      participantName: z.string(),
      entryDate: date(),
      amount: figure('money'),
    }),
  ),
  /** What everybody has at the source by its day: accrued without this realization, what it adds, paid by then, and the balance that comes of it. */
  investorBalances: z.array(
    z.object({
      participantId: id(),
      name: z.string(),
      before: figure('money'),
      /** Null where the source is not determined. */
      accrued: figureOrNull('money'),
      paid: figure('money'),
      /** Before + accrued - paid; null too while nothing is accrued. */
      after: figureOrNull('money'),
    }),
  ),
  /** Every reason that stands against posting it. */
  problems: z.array(problem),
});
export type RealizationSource = z.output<typeof realizationSource>;

const flatParticipant = z.object({
  participant: participantOf,
  via: z.array(id()),
  carryAmount: figureOrNull('money'),
  /** Of the total carry; null where it is not determined. */
  carryPercent: figureOrNull('percent'),
});
/** Somebody over all sources, on one way; an entity with its members. */
export interface RealizationParticipant extends z.output<typeof flatParticipant> {
  memberParticipants: RealizationParticipant[];
}
const realizationParticipant: z.ZodType<RealizationParticipant> = z.lazy(() =>
  flatParticipant.extend({ memberParticipants: z.array(realizationParticipant) }),
);

export const realizationHead = {
  ...recordHead,
  name: z.string(),
  description: z.string().nullable(),
  realizationDate: date(),
  status: status(),
  currency: reference().nullable(),
  /** No while a source of it cannot be shared out. */
  isDetermined: z.boolean(),
  /** Sum of the sources' carry. */
  totalCarry: figure('money'),
  numberOfSources: z.int(),
  numberOfParticipants: z.int().nullable(),
};
export const realizationRecord = z.object({
  ...realizationHead,
  /** What of the total is shared out, and what goes to nobody. */
  totalAccrued: figureOrNull('money'),
  unallocated: figureOrNull('money'),
  unallocatedAcknowledged: z.boolean(),
  engineVersion: z.string().nullable(),
  postedDate: instant().nullable(),
  postedBy: z.string(),
  /** Set on a reversal. */
  reversalOf: reference().nullable(),
  reversedBy: reference().nullable(),
  canEdit: z.boolean(),
  /** What this person may do now: operation names of the lifecycle. */
  actions: z.array(z.string()),
  sources: z.array(realizationSource),
  participants: z.array(realizationParticipant),
  problems: z.array(problem),
  /** What is to be known before posting it, and stands against nothing. */
  warnings: z.array(problem),
});
export type RealizationRecord = z.output<typeof realizationRecord>;

/** A realization as it would be stored: what of it stands against posting it is said at its sources. */
export const computedRealization = z.object({
  sources: z.array(realizationSource),
  participants: z.array(realizationParticipant),
  /** Null while a source is not determined. */
  totalAccrued: figureOrNull('money'),
  unallocated: figureOrNull('money'),
  warnings: z.array(problem),
});
export type ComputedRealization = z.output<typeof computedRealization>;

export const realizationSourceInput = z.strictObject({
  realizationSourceId: id().nullish(),
  containerId: id(),
  containerType: sourceType,
  /** That of the realization when left out. */
  realizationDate: date().nullish(),
  /** The profile to use; the container's default one when left out. */
  allocationProfile: z.strictObject({ id: id() }).nullish(),
  totalCarryForAll: decimal('money'),
  /** Not needed: what everybody gets follows. Given amounts must be those that the engine computes (FIGURES_DIFFER). */
  details: z
    .array(
      z.strictObject({ participantId: id(), via: z.array(id()).max(20).default([]), carryAmount: decimal('money') }),
    )
    .max(20_000)
    .default([]),
});
const run = {
  sources: z.array(realizationSourceInput).max(500),
  unallocatedAcknowledged: z.boolean().default(false),
};
export const saveRealizationBody = saveOf(realizationFields, run);
export const generateRealizationBody = z.strictObject({ id: id().nullish(), realizationDate: date(), ...run });
export type GenerateRealizationBody = z.output<typeof generateRealizationBody>;
