import { z } from 'zod';
import { participantReference, problem, sourceType } from './distributionRun.ts';
import { recordHead, saveSchema } from '../../core/endpoint.ts';
import { defineFields } from '../../core/fields.ts';
import { date, decimal, figure, figureOrNull, id, instant, reference, status } from '../../core/schema.ts';

/** @public */
export const realizationFields = defineFields({
  name: { kind: 'text', title: 'Name', required: true },
  realizationDate: { kind: 'date', title: 'Realization date', required: true },
  description: { kind: 'longText', title: 'Description' },
});

const flatDetail = z.object({
  participant: participantReference,
  /** Entities passed through, outermost first; empty for a direct row. */
  via: z.array(id()),
  effectiveAllocation: figure('percent'),
  carryAmount: figure('money'),
});
/** The amount of a participant at a source, with an entity's members nested below it. */
export interface RealizationDetail extends z.output<typeof flatDetail> {
  memberDetails: RealizationDetail[];
}
const realizationDetail: z.ZodType<RealizationDetail> = z.lazy(() =>
  flatDetail.extend({ memberDetails: z.array(realizationDetail) }),
);

export const realizationSource = z.object({
  /** Null if it is computed but not stored. */
  realizationSourceId: id().nullable(),
  containerId: id(),
  containerType: sourceType,
  containerName: z.string(),
  /** The code or name of the fund or coinvestment that holds it; null if it is one itself. */
  holder: z.string().nullable(),
  fund: reference().nullable(),
  investmentName: z.string().nullable(),
  vintageName: z.string().nullable(),
  vintage: z.object({ id: id(), fund: z.object({ id: id() }).nullable() }).nullable(),
  allocationProfile: reference().extend({ version: z.int() }).nullable(),
  /** True if the profile was chosen, so that it applies even if another is in force on the date. */
  isProfileChosen: z.boolean(),
  /** The date of its entries and of its allocation. */
  realizationDate: date(),
  totalCarryForAll: figure('money'),
  /** The allocated amount. Null while not determined, with everything derived from it; `problems` gives the reason. */
  carryAccrued: figureOrNull('money'),
  unallocated: figureOrNull('money'),
  isDetermined: z.boolean(),
  /** The number of distinct people and trusts with carry above 0. */
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
  /** All positions at the source on its date: accrued without this realization, added by it, paid by then, and the resulting balance. */
  investorBalances: z.array(
    z.object({
      participantId: id(),
      name: z.string(),
      before: figure('money'),
      /** Null if the source isn't determined. */
      accrued: figureOrNull('money'),
      paid: figure('money'),
      /** Before + accrued - paid; also null if nothing has been accrued. */
      after: figureOrNull('money'),
    }),
  ),
  /** Every reason that prevents posting. */
  problems: z.array(problem),
});
export type RealizationSource = z.output<typeof realizationSource>;

const flatParticipant = z.object({
  participant: participantReference,
  via: z.array(id()),
  carryAmount: figureOrNull('money'),
  /** Percentage of the total carry; null if not determined. */
  carryPercent: figureOrNull('percent'),
});
/** A participant over all sources on one path; an entity with its members. */
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
  /** False while a source can't be allocated. */
  isDetermined: z.boolean(),
  /** The sum of the sources' carry. */
  totalCarry: figure('money'),
  numberOfSources: z.int(),
  numberOfParticipants: z.int().nullable(),
};
export const realizationRecord = z.object({
  ...realizationHead,
  /** The allocated and unallocated parts of the total. */
  totalAccrued: figureOrNull('money'),
  unallocated: figureOrNull('money'),
  unallocatedAcknowledged: z.boolean(),
  engineVersion: z.string().nullable(),
  postedDate: instant().nullable(),
  postedBy: z.string(),
  /** Present on a reversal. */
  reversalOf: reference().nullable(),
  reversedBy: reference().nullable(),
  /** The distribution of proceeds in the ledger of a fund or coinvestment that created it. */
  ledgerAct: z.object({ id: id(), vehicleId: id().nullable() }).nullable(),
  canEdit: z.boolean(),
  /** The lifecycle operations that this person may trigger now. */
  actions: z.array(z.string()),
  sources: z.array(realizationSource),
  participants: z.array(realizationParticipant),
  problems: z.array(problem),
  /** Information to review before posting. It doesn't prevent posting. */
  warnings: z.array(problem),
});
export type RealizationRecord = z.output<typeof realizationRecord>;

/** A realization as it would be stored. Reasons that prevent posting are listed at its sources. */
export const computedRealization = z.object({
  sources: z.array(realizationSource),
  participants: z.array(realizationParticipant),
  /** Null while a source isn't determined. */
  totalAccrued: figureOrNull('money'),
  unallocated: figureOrNull('money'),
  warnings: z.array(problem),
});
export type ComputedRealization = z.output<typeof computedRealization>;

const realizationSourceInput = z.strictObject({
  realizationSourceId: id().nullish(),
  containerId: id(),
  containerType: sourceType,
  /** If omitted, the date of the realization. */
  realizationDate: date().nullish(),
  /** The profile to use. If omitted, the container's default profile. */
  allocationProfile: z.strictObject({ id: id() }).nullish(),
  totalCarryForAll: decimal('money'),
  /** Optional, because the amounts follow. Amounts that are present must match the computed ones (FIGURES_DIFFER). */
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
export const saveRealizationBody = saveSchema(realizationFields, run);
export const generateRealizationBody = z.strictObject({ id: id().nullish(), realizationDate: date(), ...run });
export type GenerateRealizationBody = z.output<typeof generateRealizationBody>;

/** A possible source of realized carry with its default profile: a fund or coinvestment, a holding or a tranche. */
export const realizationOption = z.object({
  id: id(),
  type: sourceType,
  name: z.string(),
  /** Null for a whole fund or coinvestment. */
  investment: reference().nullable(),
  fund: reference().nullable(),
  coinvestment: reference().nullable(),
  vintage: reference().nullable(),
  allocationProfile: reference().nullable(),
});
