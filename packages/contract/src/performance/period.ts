import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { instantPattern } from '../core/instantPattern.ts';
import { date, figure, figureOrNull, id } from '../core/schema.ts';
import { ofVehicle, reason, source, tags } from './ledgerFields.ts';
import { periodFigureShape } from './periodFigures.ts';

const policy = z.enum(['ILPA', 'NETTED']);
const transfers = z.enum(['HISTORY', 'PRICE']);
/** Rates in percent; null does not apply, or is not determined and then named. */
const subjectFigures = z.object({
  subject: z.enum(['VEHICLE', 'HOLDING', 'COMMITMENT', 'INVESTOR']),
  id: id(),
  name: z.string().nullable(),
  currency: z.string(),
  /** What a recallable distribution did to the multiples: it counted as distributed, or it reduced what was paid in. */
  policy,
  /** Which cash counted in transfers between partners: the history of the part that passed, or the price. */
  transfers,
  ...periodFigureShape,
});
export type PeriodFigure = z.output<typeof subjectFigures>;

const period = z.object({
  id: id(),
  vehicleId: id(),
  periodEnd: date(),
  status: z.enum(['OPEN', 'LOCKED']),
  rowVersion: z.int(),
  /** The last version that a lock kept. */
  version: z.int().nullable(),
});

const ofPeriod = z.strictObject({ vehicleId: id(), endDate: date() });
const tieOut = z.object({
  code: z.string(),
  title: z.string(),
  bars: z.boolean(),
  differences: z.array(
    z.object({
      what: z.string(),
      is: figure('money'),
      hasToBe: figure('money'),
      difference: figure('money'),
      message: z.string(),
    }),
  ),
});

const version = z.object({
  version: z.int(),
  lockedDate: z.iso.datetime(),
  lockedBy: z.string().nullable(),
  engineVersion: z.string(),
  /** The act of the audit trail that locked it: what was entered before it was known. */
  knownSeq: z.int(),
  /** Differences that the tie-outs had and somebody took note of. */
  acknowledged: z.array(z.object({ code: z.string(), title: z.string() })),
});

/** How many of the holdings that are worth something at a quarter end stand at values of a day; null: at cost, as none was ever valued. */
const valued = z.object({ valuedOn: date().nullable(), holdings: z.int() });

/** A state of a quarter: a version by its number, an instant, or NOW. */
const point = z
  .string()
  .max(40)
  .regex(new RegExp(`^(?:NOW|[1-9][0-9]{0,5}|${instantPattern})$`), 'isn’t a version, an instant or NOW');

const changed = z.object({
  figures: z.array(
    z.object({
      subject: z.enum(['VEHICLE', 'HOLDING', 'COMMITMENT']),
      id: id(),
      name: z.string().nullable(),
      field: z.string(),
      title: z.string(),
      kind: z.enum(['money', 'percent', 'rate']),
      old: z.string().nullable(),
      new: z.string().nullable(),
      difference: z.string().nullable(),
      /** It changed by less than is shown: pages and files count it and do not list it. */
      readsAlike: z.boolean(),
    }),
  ),
  /** What a recallable distribution did to the multiples, where that is not alike in both. */
  policy: z.object({ old: policy, new: policy }).nullable(),
  /** The rows of the vehicle's capital account that are others, in each of its columns. */
  account: z.array(
    z.object({
      row: z.int(),
      label: z.string(),
      period: z.enum(['QTD', 'YTD', 'ITD']),
      old: figureOrNull('money'),
      new: figureOrNull('money'),
      difference: figureOrNull('money'),
    }),
  ),
  /** What was entered between the two, as it was. */
  entered: z.array(
    z.object({
      id: id(),
      what: z.enum(['ENTRY', 'VALUATION', 'COMMITMENT', 'REPORTED']),
      type: z.string(),
      typeTitle: z.string(),
      of: z.string().nullable(),
      /** Null of a valuation that was withdrawn. */
      amount: figureOrNull('money'),
      effectiveDate: date(),
      bookedPeriod: date(),
      isLate: z.boolean(),
      description: z.string().nullable(),
      source,
      /** In words: the file with the row, or what else brought it, and who entered it. */
      origin: z.string(),
      enteredDate: z.iso.datetime(),
    }),
  ),
  /** When the quarter was opened again in between, by whom and why. */
  reopened: z.array(z.object({ date: z.iso.datetime(), by: z.string().nullable(), reason: z.string().nullable() })),
});

export type PeriodChanges = z.output<typeof changed>;

const between = { from: point, to: point.default('NOW') };
const moved = z.strictObject({ rowVersion: z.int() });

export const periodEndpoints = defineEndpoints({
  listPeriods: {
    method: 'GET',
    path: '/api/performance/period/:vehicleId',
    summary: 'The quarters of a vehicle, the last first',
    permission: 'period.view',
    params: ofVehicle,
    result: z.array(period),
    tags,
  },
  getPeriod: {
    method: 'GET',
    path: '/api/performance/period/:vehicleId/:endDate',
    summary:
      'A quarter of a vehicle with its versions and its figures. asKnownOn is the number of a version, an instant or NOW; other calls take the number of an audit entry',
    permission: 'period.view',
    params: ofPeriod,
    query: z.strictObject({ asKnownOn: point.optional() }),
    result: period.extend({
      figures: z.array(subjectFigures),
      /** SHA-256 of the figures of the vehicle, its holdings and commitments: given to a lock, it is refused once they are others. */
      figuresDigest: z.string(),
      versions: z.array(version),
      valued: z.array(valued),
    }),
    tags,
  },
  listTieOuts: {
    method: 'GET',
    path: '/api/performance/period/:vehicleId/:endDate/tie-outs',
    summary:
      'Tie-outs of a quarter with their differences: those that prevent the lock and those that can be acknowledged',
    permission: 'period.view',
    params: ofPeriod,
    query: z.strictObject({
      /** Whether what differs in the open quarters before it is told as well, each with its quarter. */
      withEarlier: z.stringbool('is neither true nor false').default(false),
    }),
    result: z.array(tieOut),
    tags,
  },
  listPeriodChanges: {
    method: 'GET',
    path: '/api/performance/period/:vehicleId/:endDate/changes',
    summary:
      'Differences between two states of a quarter: changed figures and capital account rows, and the entries in between',
    permission: 'period.view',
    params: ofPeriod,
    query: z.strictObject(between),
    result: changed,
    tags,
  },
  exportPeriodChanges: {
    method: 'GET',
    path: '/api/performance/period/:vehicleId/:endDate/changes/export',
    summary: 'The same in one table, as a file',
    permission: 'period.view',
    params: ofPeriod,
    query: z.strictObject({ ...between, format: z.enum(['excel', 'csv', 'application/pdf']).default('excel') }),
    answers: 'file',
    tags,
  },
  lockPeriod: {
    method: 'POST',
    path: '/api/performance/period/:vehicleId/:endDate/lock',
    summary: 'Lock a quarter: its figures are stored as a version and no further entries are booked into it',
    permission: 'period.edit',
    params: ofPeriod,
    body: moved.extend({
      /** The tie-outs whose differences are taken note of. */
      acknowledged: z.array(z.string().max(3)).max(12).default([]),
      /** Whether the open quarters before it are locked with it, in their order; without that an open one is refused. */
      withEarlier: z.boolean().default(false),
      /** The digest of the figures that are to be kept, as getPeriod told it: the lock is refused where they are others by now. */
      figuresDigest: z.string().max(64).optional(),
    }),
    result: period,
    failures: ['STALE_VERSION', 'WRONG_STATE', 'QUARTER_NOT_ENDED', 'NOT_RECONCILED', 'NOT_ACKNOWLEDGED'],
    tags,
  },
  reopenPeriod: {
    method: 'POST',
    path: '/api/performance/period/:vehicleId/:endDate/reopen',
    summary: 'Open a quarter again, and all later ones; what was locked stays as a version',
    permission: 'period.reopen',
    params: ofPeriod,
    body: moved.extend({ reason }),
    result: period,
    failures: ['STALE_VERSION', 'WRONG_STATE'],
    tags,
  },
});
