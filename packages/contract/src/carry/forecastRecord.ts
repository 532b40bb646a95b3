import { z } from 'zod';
import { participantOf, problem, sourceOf, sourceType } from './distributionRun.ts';
import { realizationOption } from './containerRows.ts';
import { recordHead, saveOf } from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { date, decimal, figure, figureOrNull, id, reference } from '../core/schema.ts';

export const forecastFields = defineFields({
  name: { kind: 'text', title: 'Name', required: true },
  distributionDate: { kind: 'date', title: 'Distribution date', required: true },
  estimationDate: { kind: 'date', title: 'Estimation date' },
  description: { kind: 'longText', title: 'Description' },
});

/** What was typed last: it is kept, and the other follows. */
export const editedLast = z.enum(['multiple', 'gross']);

const flatDetail = z.object({
  participant: participantOf,
  /** Entities passed through, outermost first; empty when reached directly. */
  via: z.array(id()),
  effectiveAllocation: figure('percent'),
  grossCarryDistributed: figure('money'),
});
/** What one participant may expect of a source; an entity's members below it, on any depth. */
export interface ForecastDetail extends z.output<typeof flatDetail> {
  memberDetails: ForecastDetail[];
}
export const forecastDetail: z.ZodType<ForecastDetail> = z.lazy(() =>
  flatDetail.extend({ memberDetails: z.array(forecastDetail) }),
);

export const forecastSource = z.object({
  /** Null while it is computed and not stored. */
  forecastSourceId: id().nullable(),
  source: sourceOf.extend({ coinvestment: reference().nullable() }),
  type: sourceType,
  allocationProfile: reference().extend({ version: z.int() }).nullable(),
  /** It was chosen, and is used whichever is in force on the day. */
  isProfileChosen: z.boolean(),
  investedAmount: figure('money'),
  /** Null where nothing is invested and the gross was typed. */
  multiple: figureOrNull('multiple'),
  editedLast,
  grossCarryDistributed: figure('money'),
  totalCarryAdjustment: figure('money'),
  /** Gross less adjustment: what is shared out. */
  netCarryDistributed: figure('money'),
  /** What of it reaches participants; null, as all that follows from it, while it is not determined: `problems` says why. */
  totalDistributed: figureOrNull('money'),
  unallocated: figureOrNull('money'),
  isDetermined: z.boolean(),
  /** Distinct people and trusts with carry above 0. */
  numberOfParticipants: z.int().nullable(),
  details: z.array(forecastDetail),
  problems: z.array(problem),
});
export type ForecastSource = z.output<typeof forecastSource>;

const flatParticipant = z.object({
  participant: participantOf,
  via: z.array(id()),
  grossCarryDistributed: figureOrNull('money'),
  /** Of what all participants get; null where it is not determined. */
  carryPercent: figureOrNull('percent'),
});
/** Somebody over all sources, on one way; an entity with its members. */
export interface ForecastParticipant extends z.output<typeof flatParticipant> {
  memberParticipants: ForecastParticipant[];
}
export const forecastParticipant: z.ZodType<ForecastParticipant> = z.lazy(() =>
  flatParticipant.extend({ memberParticipants: z.array(forecastParticipant) }),
);

const totals = {
  /** Of the sources before adjustments, and after them. */
  totalGross: figure('money'),
  totalCarryAdjustment: figure('money'),
  totalNet: figure('money'),
  /** What of the net reaches participants; null while a source is not determined. */
  totalCarryDistributed: figureOrNull('money'),
};
export const forecastHead = {
  ...recordHead,
  name: z.string(),
  description: z.string().nullable(),
  distributionDate: date(),
  estimationDate: date(),
  currency: reference().nullable(),
  isDetermined: z.boolean(),
  ...totals,
  numberOfSources: z.int(),
  numberOfParticipants: z.int().nullable(),
};
const shared = {
  unallocated: figureOrNull('money'),
  forecastSources: z.array(forecastSource),
  forecastParticipants: z.array(forecastParticipant),
  problems: z.array(problem),
  /** What is to be known of it, and stands against nothing. */
  warnings: z.array(problem),
};
export const forecastRecord = z.object({ ...forecastHead, ...shared, engineVersion: z.string().nullable() });
export type ForecastRecord = z.output<typeof forecastRecord>;

/** The whole of a forecast as it would be stored. */
export const computedForecast = z.object({ isDetermined: z.boolean(), ...totals, ...shared });

export const forecastSourceInput = z
  .strictObject({
    forecastSourceId: id().nullish(),
    source: z.strictObject({ id: id() }),
    type: sourceType,
    /** The profile to use whichever is in force on the day; the one in force when left out. */
    allocationProfile: z.strictObject({ id: id() }).nullish(),
    investedAmount: decimal('money'),
    multiple: decimal('multiple').nullish(),
    grossCarryDistributed: decimal('money').nullish(),
    /** Left out: the gross where it is given alone. */
    editedLast: editedLast.nullish(),
    totalCarryAdjustment: decimal('money').nullish(),
  })
  .refine(({ editedLast: last, grossCarryDistributed: gross }) => last !== 'gross' || typeof gross === 'string', {
    path: ['grossCarryDistributed'],
    message: 'is required where the gross was edited last',
  });
const run = { forecastSources: z.array(forecastSourceInput).max(500) };
export const saveForecastBody = saveOf(forecastFields, run);
export const generateForecastBody = z.strictObject({ id: id().nullish(), distributionDate: date(), ...run });
export type GenerateForecastBody = z.output<typeof generateForecastBody>;

/** Something that carry can be expected from, with what is invested in it and the part that a tranche belongs to. */
export const forecastOption = realizationOption.extend({
  partId: id().nullable(),
  /** Null where it is not known of all that it consists of. */
  investedAmount: figureOrNull('money'),
});

/** A forecast with every multiple moved: `figures` has one for each scenario, from the lowest step up; null where it is not determined. */
export const forecastScenarios = z.object({
  scenarios: z.array(
    z.object({
      step: figure('multiple'),
      /** Why it is not determined. */
      problems: z.array(problem),
      totalGross: figure('money').nullable(),
      totalNet: figure('money').nullable(),
      totalCarryDistributed: figureOrNull('money'),
      unallocated: figureOrNull('money'),
    }),
  ),
  sources: z.array(
    z.object({
      id: id(),
      name: z.string(),
      figures: z.array(
        z.object({
          multiple: figureOrNull('multiple'),
          grossCarryDistributed: figure('money'),
          netCarryDistributed: figure('money'),
        }),
      ),
    }),
  ),
  /** People and trusts over all sources and ways. */
  participants: z.array(z.object({ participant: participantOf, figures: z.array(figureOrNull('money')) })),
});
export type ForecastScenarios = z.output<typeof forecastScenarios>;
