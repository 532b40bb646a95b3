import { type ReportedName, reportedFigures, reportedNames } from '@carrara/domain/performance/period';
import { z } from 'zod';
import { defineEndpoints, idParams } from '../../core/endpoint.ts';
import { date, decimal, figure, figureOrNull, id } from '../../core/schema.ts';
import {
  bookedFields,
  confirmation,
  description,
  enteredRecord,
  MOST_ROWS,
  vehicleParams,
  reason,
  source,
  tags,
} from '../ledger/ledgerFields.ts';
import { namedRecord } from '../capitalAccount/statementParts.ts';
import { dateInPath, notDeterminedFigures } from './periodFigures.ts';

const figureName = z.enum(reportedNames as [ReportedName, ...ReportedName[]]);
/** Creates a record with one entry per figure, based on its kind. */
const ofEach = <T extends z.ZodType>(schemaOf: (kind: (typeof reportedFigures)[ReportedName]['kind']) => T) =>
  Object.fromEntries(reportedNames.map((name) => [name, schemaOf(reportedFigures[name].kind)])) as Record<
    ReportedName,
    T
  >;

const reported = z.object({
  id: id(),
  /** Null for the vehicle as a whole. */
  commitmentId: id().nullable(),
  investor: namedRecord.nullable(),
  figure: figureName,
  title: z.string(),
  kind: z.enum(['money', 'return', 'multiple']),
  date: date(),
  /** Rates in percent. */
  value: figure('rate'),
  bookedPeriod: date(),
  isLate: z.boolean(),
  /** True if the report counts: it is the latest for its date and hasn't been withdrawn. */
  counts: z.boolean(),
  reversesId: id().nullable(),
  reversedById: id().nullable(),
  description: z.string().nullable(),
  source,
  enteredDate: z.iso.datetime(),
});

const figures = z.object({ periodEndDate: date(), ...ofEach((kind) => figureOrNull(kind)) });
const fundPeriod = z.object({
  fundId: id(),
  fundName: z.string(),
  currency: z.string(),
  status: z.enum(['OPEN', 'LOCKED']),
  /** The figure reported for the fund as a whole; null if none was. */
  periodReportingData: figures,
  computed: figures.extend(notDeterminedFigures),
});

const failures = [
  'TRANSFERRED',
  'PERIOD_LOCKED',
  'DATE_TOO_LATE',
  'MONEY_SCALE',
  'NEGATIVE_AMOUNT',
  'WARNINGS_NOT_CONFIRMED',
] as const;

/** Figures reported by an administrator or a general partner. They are stored next to the ledger and never overwrite it. */
export const reportedEndpoints = defineEndpoints({
  listReported: {
    method: 'GET',
    path: '/api/performance/reported',
    summary: 'Reported figures of a vehicle and of its commitments, newest first',
    permission: 'fundLedger.view',
    query: vehicleParams,
    result: z.array(reported),
    tags,
  },
  saveReported: {
    method: 'POST',
    path: '/api/performance/reported',
    summary: 'Enter reported figures. The latest figure for a day counts',
    permission: 'fundLedger.edit',
    bodySize: 'long',
    idempotent: true,
    body: z.strictObject({
      vehicleId: id(),
      figures: z
        .array(
          z.strictObject({
            commitmentId: id().nullish(),
            figure: figureName,
            date: date(),
            value: decimal('rate', { negative: true }),
            description,
            ...bookedFields,
          }),
        )
        .min(1)
        .max(MOST_ROWS),
      ...confirmation,
    }),
    result: z.array(enteredRecord),
    failures: [...failures, 'REPEATED'],
    tags,
  },
  reverseReported: {
    method: 'POST',
    path: '/api/performance/reported/:id/reverse',
    summary: 'Reverse a reported figure',
    permission: 'fundLedger.edit',
    params: idParams,
    body: z.strictObject({ reason }),
    result: enteredRecord,
    failures: ['TRANSFERRED', 'ALREADY_REVERSED', 'REVERSAL_FIXED'],
    tags,
  },
  getFundPeriod: {
    method: 'GET',
    path: '/api/performance/fund/:id/:endDate/fund-period',
    summary: 'A fund’s reported and computed figures for a quarter',
    permission: 'fundLedger.view',
    params: z.strictObject({ id: id(), endDate: dateInPath() }),
    result: fundPeriod,
    tags: [...tags, 'Fund Performance'],
  },
  saveFundPeriod: {
    method: 'POST',
    path: '/api/performance/fund/save-fund-period',
    summary: 'Enter a fund’s reported figures for a quarter. Null reverses a figure; omitted figures don’t change',
    permission: 'fundLedger.edit',
    body: z.strictObject({
      fundId: id(),
      periodReportingData: z.strictObject({
        periodEndDate: date(),
        ...ofEach((kind) => decimal(kind, { negative: true }).nullish()),
      }),
      ...confirmation,
    }),
    result: fundPeriod,
    failures,
    tags: [...tags, 'Fund Performance'],
  },
});
