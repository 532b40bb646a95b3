import { closingStates, closingStepTitles } from '@carrara/domain/performance/close';
import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { instantPattern } from '../../core/instantPattern.ts';
import { date, figure, figureOrNull, id } from '../../core/schema.ts';
import { vehicleParams, reason, source, tags } from '../ledger/ledgerFields.ts';
import { reportingDateQuery, periodFigureShape } from './periodFigures.ts';

const policy = z.enum(['ILPA', 'NETTED']);
const navBasis = z.enum(['LEDGER', 'REPORTED']);
const transfers = z.enum(['HISTORY', 'PRICE']);
/** Rates in percent. Null means that a figure doesn't apply, or isn't determined and listed with its reason. */
const subjectFigures = z.object({
  subject: z.enum(['VEHICLE', 'HOLDING', 'COMMITMENT', 'INVESTOR']),
  id: id(),
  name: z.string().nullable(),
  currency: z.string(),
  /** The treatment of recallable distributions in multiples: they count as distributed, or reduce the paid-in amount. */
  policy,
  /** The cash that counts in transfers between partners: the history of the transferred part, or the price. */
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
  /** The last version stored by a lock. */
  version: z.int().nullable(),
});

/** Tie-outs whose differences the person who locked the quarter has acknowledged. */
const acknowledged = z.array(z.object({ code: z.string(), title: z.string() }));
/** A quarter in the list, with its lock. Date and person are null while it is open. */
const listedPeriod = period.extend({
  /** Null if it isn't determined. */
  nav: figureOrNull('money'),
  currency: z.string().nullable(),
  lockedDate: z.iso.datetime().nullable(),
  lockedBy: z.string().nullable(),
  acknowledged,
});

const stepCodes = Object.keys(closingStepTitles) as (keyof typeof closingStepTitles)[];
/** The closing checklist of a quarter, computed from its data. */
const closing = z.object({
  periodEnd: date(),
  /** False for the quarter after the last one. Its first entry or value opens it. */
  isOpened: z.boolean(),
  steps: z.array(
    z.object({
      code: z.enum(stepCodes),
      title: z.string(),
      state: z.enum(closingStates),
      detail: z.string(),
      /** The last person who did it, and when. Null if nobody has. */
      by: z.string().nullable(),
      on: z.iso.datetime().nullable(),
    }),
  ),
  /** The number of steps that are done, of those that aren't optional. */
  done: z.int(),
  required: z.int(),
  /** The first step that somebody can do or has to correct; null if there is none. */
  next: z.enum(stepCodes).nullable(),
});

const ofPeriod = z.strictObject({ vehicleId: id(), endDate: date() });
const tieOut = z.object({
  code: z.string(),
  title: z.string(),
  blocksLock: z.boolean(),
  differences: z.array(
    z.object({
      subject: z.string(),
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
  /** The audit log entry that locked it. Everything entered before was included. */
  asOfSequence: z.int(),
  acknowledged,
});

/**
 * The number of holdings with a value at a quarter end that were valued on a date. Null means that they are at cost because they were never valued.
 */
const valued = z.object({ valuedOn: date().nullable(), holdings: z.int() });

/** A state of a quarter: a version number, a time, or NOW. */
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
      /** True if it changed by less than is displayed. Pages and files count it but don't list it. */
      readsAlike: z.boolean(),
    }),
  ),
  /** The treatment of recallable distributions in multiples, if it differs between the two states. */
  policy: z.object({ old: policy, new: policy }).nullable(),
  /** The source of NAV, if it differs between the two states, with the reason if one was entered. */
  navBasis: z.object({ old: navBasis, new: navBasis, reason: z.string().nullable() }).nullable(),
  /** The changed rows of the vehicle's capital account, by column. */
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
  /** The entries made between the two states, as entered. */
  entered: z.array(
    z.object({
      id: id(),
      kind: z.enum(['ENTRY', 'VALUATION', 'COMMITMENT', 'REPORTED']),
      type: z.string(),
      typeTitle: z.string(),
      subject: z.string().nullable(),
      /** Null for a withdrawn valuation. */
      amount: figureOrNull('money'),
      effectiveDate: date(),
      bookedPeriod: date(),
      isLate: z.boolean(),
      description: z.string().nullable(),
      source,
      /** A description: the file and row, or another origin, and the person who entered it. */
      origin: z.string(),
      enteredDate: z.iso.datetime(),
    }),
  ),
  /** The times when the quarter was reopened in between, by whom and why. */
  reopened: z.array(z.object({ date: z.iso.datetime(), by: z.string().nullable(), reason: z.string().nullable() })),
});

export type PeriodChanges = z.output<typeof changed>;

const between = { from: point, to: point.default('NOW') };
const moved = z.strictObject({ rowVersion: z.int() });

export const periodEndpoints = defineEndpoints({
  listPeriods: {
    method: 'GET',
    path: '/api/performance/period/:vehicleId',
    summary: 'A vehicle’s quarters, latest first, each with its lock and the acknowledged differences',
    permission: 'period.view',
    params: vehicleParams,
    result: z.array(listedPeriod),
    tags,
  },
  listClosings: {
    method: 'GET',
    path: '/api/performance/closing/:vehicleId',
    summary:
      'Closing checklists, latest quarter first, including the next quarter: each step with its state, who did it last and when. Tie-outs are compared for the first open quarters only',
    permission: 'period.view',
    params: vehicleParams,
    result: z.array(closing),
    offThread: 'ifLarge',
    tags,
  },
  getQuarterWork: {
    method: 'GET',
    path: '/api/performance/quarter-work',
    summary: 'The next step of the quarter close of each fund: late funds first, then the largest',
    permission: 'period.edit',
    query: z.strictObject({ ...reportingDateQuery }),
    result: z.object({
      /** The number of funds with a step. The first ten are listed. */
      total: z.int(),
      items: z.array(
        z.object({
          fundId: id(),
          fundCode: z.string(),
          fundName: z.string(),
          kind: z.enum(['LATE', 'VALUES', 'CLOSE']),
          /** The quarter to work on. */
          quarter: date(),
          detail: z.string(),
          /** The part of the fund’s ledger where it is done. */
          part: z.enum(['values', 'reported', 'quarters']),
          /** The last NAV of all partners. */
          nav: figureOrNull('money'),
          currency: z.string(),
        }),
      ),
    }),
    tags,
  },
  getPeriod: {
    method: 'GET',
    path: '/api/performance/period/:vehicleId/:endDate',
    summary:
      'A vehicle’s quarter with its versions and figures. Here asKnownOn is a version number, an instant or NOW; other calls take the number of an audit entry',
    permission: 'period.view',
    params: ofPeriod,
    query: z.strictObject({ asKnownOn: point.optional() }),
    result: period.extend({
      figures: z.array(subjectFigures),
      /**
       * SHA-256 of the figures of the vehicle, its holdings and commitments. If it is sent with a lock, the lock is rejected if the figures have
       * changed.
       */
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
      'A quarter’s tie-outs with their differences: those that block the lock and those that can be acknowledged',
    permission: 'period.view',
    params: ofPeriod,
    query: z.strictObject({
      /** True to include the differences in earlier open quarters, each with its quarter. */
      withEarlier: z.stringbool('must be true or false').default(false),
    }),
    result: z.array(tieOut),
    offThread: 'ifLarge',
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
    summary: 'Differences between two states of a quarter in one table, as a file',
    permission: 'period.view',
    params: ofPeriod,
    query: z.strictObject({ ...between, format: z.enum(['excel', 'csv', 'application/pdf']).default('excel') }),
    answers: 'file',
    tags,
  },
  lockPeriod: {
    method: 'POST',
    path: '/api/performance/period/:vehicleId/:endDate/lock',
    summary: 'Lock a quarter. Its figures are stored as a version, and it accepts no further entries',
    permission: 'period.edit',
    params: ofPeriod,
    body: moved.extend({
      /** The tie-outs whose differences are acknowledged. */
      acknowledged: z.array(z.string().max(3)).max(12).default([]),
      /** True to lock earlier open quarters too, in order. Otherwise, an earlier open quarter causes a failure. */
      withEarlier: z.boolean().default(false),
      /** The digest of the figures to lock, from getPeriod. The lock is rejected if the figures have changed since. */
      figuresDigest: z.string().max(64).optional(),
    }),
    result: period,
    offThread: 'ifLarge',
    failures: ['STALE_VERSION', 'WRONG_STATE', 'QUARTER_NOT_ENDED', 'NOT_RECONCILED', 'NOT_ACKNOWLEDGED'],
    tags,
  },
  reopenPeriod: {
    method: 'POST',
    path: '/api/performance/period/:vehicleId/:endDate/reopen',
    summary: 'Reopen a quarter and all later ones. Locked versions remain stored',
    permission: 'period.reopen',
    params: ofPeriod,
    body: moved.extend({ reason }),
    result: period,
    failures: ['STALE_VERSION', 'WRONG_STATE'],
    tags,
  },
});
