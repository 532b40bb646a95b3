import { z } from 'zod';
import { participantReference, problem, sourceSchema, sourceType } from './distributionRun.ts';
import { realizationOption } from './realizationRecord.ts';
import { recordHead, saveSchema } from '../../core/endpoint.ts';
import { defineFields } from '../../core/fields.ts';
import { date, decimal, figure, figureOrNull, id, reference } from '../../core/schema.ts';

/** @public */
export const forecastFields = defineFields({
  name: { kind: 'text', title: 'Name', required: true },
  distributionDate: { kind: 'date', title: 'Distribution date', required: true },
  estimationDate: { kind: 'date', title: 'Estimation date' },
  description: { kind: 'longText', title: 'Description' },
});

/** The value that was typed last. It stays unchanged, and the other one is derived. */
const editedLast = z.enum(['multiple', 'gross']);

const flatDetail = z.object({
  participant: participantReference,
  /** Entities passed through, outermost first; empty for a direct row. */
  via: z.array(id()),
  effectiveAllocation: figure('percent'),
  grossCarryDistributed: figure('money'),
});
/** The expected amount of a participant at a source, with an entity's members nested below it. */
export interface ForecastDetail extends z.output<typeof flatDetail> {
  memberDetails: ForecastDetail[];
}
const forecastDetail: z.ZodType<ForecastDetail> = z.lazy(() =>
  flatDetail.extend({ memberDetails: z.array(forecastDetail) }),
);

export const forecastSource = z.object({
  /** Null if it is computed but not stored. */
  forecastSourceId: id().nullable(),
  source: sourceSchema.extend({ coinvestment: reference().nullable() }),
  type: sourceType,
  allocationProfile: reference().extend({ version: z.int() }).nullable(),
  /** True if the profile was chosen, so that it applies even if another is in force on the date. */
  isProfileChosen: z.boolean(),
  investedAmount: figure('money'),
  /** Null if nothing is invested and the gross was typed. */
  multiple: figureOrNull('multiple'),
  editedLast,
  grossCarryDistributed: figure('money'),
  totalCarryAdjustment: figure('money'),
  /** Gross less adjustment: the amount to allocate. */
  netCarryDistributed: figure('money'),
  /** The part allocated to participants. Null while not determined, with everything derived from it; `problems` gives the reason. */
  totalDistributed: figureOrNull('money'),
  unallocated: figureOrNull('money'),
  isDetermined: z.boolean(),
  /** The number of distinct people and trusts with carry above 0. */
  numberOfParticipants: z.int().nullable(),
  details: z.array(forecastDetail),
  problems: z.array(problem),
});
export type ForecastSource = z.output<typeof forecastSource>;

const flatParticipant = z.object({
  participant: participantReference,
  via: z.array(id()),
  grossCarryDistributed: figureOrNull('money'),
  /** Percentage of all participants' total; null if not determined. */
  carryPercent: figureOrNull('percent'),
});
/** A participant over all sources on one path; an entity with its members. */
export interface ForecastParticipant extends z.output<typeof flatParticipant> {
  memberParticipants: ForecastParticipant[];
}
export const forecastParticipant: z.ZodType<ForecastParticipant> = z.lazy(() =>
  flatParticipant.extend({ memberParticipants: z.array(forecastParticipant) }),
);

const totals = {
  /** The sums of the sources before and after adjustments. */
  totalGross: figure('money'),
  totalCarryAdjustment: figure('money'),
  totalNet: figure('money'),
  /** The part of the net allocated to participants; null while a source isn't determined. */
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
  /** Information that doesn't prevent saving. */
  warnings: z.array(problem),
};
export const forecastRecord = z.object({ ...forecastHead, ...shared, engineVersion: z.string().nullable() });
export type ForecastRecord = z.output<typeof forecastRecord>;

/** A whole forecast as it would be stored. */
export const computedForecast = z.object({ isDetermined: z.boolean(), ...totals, ...shared });

const forecastSourceInput = z
  .strictObject({
    forecastSourceId: id().nullish(),
    source: z.strictObject({ id: id() }),
    type: sourceType,
    /** The profile to use even if another is in force on the date. If omitted, the one in force. */
    allocationProfile: z.strictObject({ id: id() }).nullish(),
    investedAmount: decimal('money'),
    multiple: decimal('multiple').nullish(),
    grossCarryDistributed: decimal('money').nullish(),
    /** If omitted, the gross counts as typed if only the gross is present. */
    editedLast: editedLast.nullish(),
    totalCarryAdjustment: decimal('money').nullish(),
  })
  .refine(({ editedLast: last, grossCarryDistributed: gross }) => last !== 'gross' || typeof gross === 'string', {
    path: ['grossCarryDistributed'],
    message: 'is required if gross was edited last',
  });
const run = { forecastSources: z.array(forecastSourceInput).max(500) };
export const saveForecastBody = saveSchema(forecastFields, run);
export const generateForecastBody = z.strictObject({ id: id().nullish(), distributionDate: date(), ...run });
export type GenerateForecastBody = z.output<typeof generateForecastBody>;

/** A possible source of a forecast, with its invested amount and the holding that a tranche belongs to. */
export const forecastOption = realizationOption.extend({
  partId: id().nullable(),
  /** Null if it is unknown for any of its parts. */
  investedAmount: figureOrNull('money'),
});

/** A forecast with every multiple shifted. `figures` has one entry per scenario, from the lowest step up; null if not determined. */
export const forecastScenarios = z.object({
  scenarios: z.array(
    z.object({
      step: figure('multiple'),
      /** The reasons why it isn't determined. */
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
  /** People and trusts over all sources and paths. */
  participants: z.array(z.object({ participant: participantReference, figures: z.array(figureOrNull('money')) })),
});
export type ForecastScenarios = z.output<typeof forecastScenarios>;
