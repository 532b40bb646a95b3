import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { explanation } from '../../core/explanation.ts';
import { keyFigure } from '../../core/keyFigure.ts';
import { date, figure, figureOrNull, id, instant, status } from '../../core/schema.ts';

/** The key figures, in the order of the page. */
export const homeFigures = ['accrued', 'escrow', 'distributed', 'netPaid', 'awaiting'] as const;
export type HomeFigure = (typeof homeFigures)[number];

/** The reasons why something waits for a person: decisions first, then payments, then data to correct. */
export const waitingKinds = [
  'approval',
  'confirmation',
  'returned',
  'disbursal',
  'release',
  'posting',
  'mismatch',
  'notDetermined',
  'draft',
  'upload',
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

const waiting = z.object({
  kind: z.enum(waitingKinds),
  /**
   * The kind of record, or `upload`. For a release, the fund or coinvestment whose escrow is due; for a confirmation, the participant whose bank
   * account changed.
   */
  type: z.string(),
  id: id(),
  name: z.string(),
  /** Details that distinguish it from others: the related record, who sent it back and why. */
  detail: z.string().nullable(),
  since: instant(),
  currency: z.string().nullable(),
  /** The total of a run, or the escrow held; null if there is none or it isn't determined. */
  amount: figureOrNull('money'),
});

const run = z.object({
  type: z.string(),
  id: id(),
  name: z.string(),
  date: date(),
  status: status(),
  currency: z.string().nullable(),
  /** The gross or, for a ledger run, the amount opened, released or clawed back. Null if not determined. */
  amount: figureOrNull('money'),
  updatedDate: instant(),
});

const holder = {
  /** A fund or coinvestment; null for the sum over all of them. */
  holderId: id().nullable(),
  holderType: z.enum(['fund', 'coinvestment']).nullable(),
  name: z.string(),
  currency: z.string().nullable(),
};

const home = z.object({
  today: date(),
  /** The newest day first, and on a day the largest amount. */
  waiting: z.array(waiting),
  /** True if more items are waiting than `waiting` lists. */
  hasMore: z.boolean(),
  /** The firm's key figures, the base currency first. */
  figures: z.array(keyFigure(homeFigures)),
  /** The most recently changed runs, the last first. */
  runs: z.array(run),
  /** Gross of disbursed distributions, by fund and year, always in a single currency. Null in either means the sum over all. */
  carry: z.array(
    z.object({ ...holder, code: z.string().nullable(), year: z.int().nullable(), amount: figure('money') }),
  ),
});
export type Home = z.output<typeof home>;

/** The amount that vests within twelve months of today, out of the carry paid so far, as in the report `vesting-ahead`. */
const vesting = z.object({
  until: date(),
  byFund: z.array(
    z.object({
      ...holder,
      /** Null if a part can't be determined. */
      vested: figureOrNull('money'),
      vests: figureOrNull('money'),
    }),
  ),
});
export type HomeVesting = z.output<typeof vesting>;

export const homeEndpoints = defineEndpoints({
  /** For the requesting person. Items they may not act on wait for somebody else. */
  getHome: {
    method: 'GET',
    path: '/api/carry/home',
    summary: 'Your open work, key figures, recent runs, and carry by fund and year',
    permission: 'distribution.view',
    result: home,
    tags: [
      'Distribution',
      'Realization',
      'LedgerRun',
      'Forecast',
      'AllocationProfile',
      'Participant',
      'Fund',
      'Coinvestment',
      'Upload',
    ],
  },
  explainHomeFigure: {
    method: 'GET',
    path: '/api/carry/home/explanation',
    summary: 'Explanation of a key figure of carry',
    permission: 'distribution.view',
    /** Without a currency, the figure of distributions without one. */
    query: z.strictObject({ figure: z.enum(homeFigures), currency: z.string().max(50).optional() }),
    result: explanation,
    failures: ['FORBIDDEN', 'NOT_FOUND'],
  },
  /** A separate call because it takes time to compute. The rest of the page doesn't have to wait for it. */
  getHomeVesting: {
    method: 'GET',
    path: '/api/carry/home/vesting',
    summary: 'Vesting in the next twelve months, by fund',
    permission: 'distribution.view',
    offThread: true,
    result: vesting,
    tags: ['Distribution', 'AllocationProfile', 'Participant', 'VestingSchedule'],
  },
});
