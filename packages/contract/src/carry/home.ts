import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { date, figure, figureOrNull, id, instant, status } from '../core/schema.ts';

/** Why something waits for somebody, in the order of the page. */
export const waitingKinds = [
  'approval',
  'confirmation',
  'returned',
  'disbursal',
  'release',
  'posting',
  'mismatch',
  'notDetermined',
  'upload',
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

const waiting = z.object({
  kind: z.enum(waitingKinds),
  /** The kind of record, or `upload`; of a release the fund or coinvestment whose escrow is due, of a confirmation the participant whose bank account was changed. */
  type: z.string(),
  id: id(),
  name: z.string(),
  /** What it hangs on, who sent it back and why: what tells it from others. */
  detail: z.string().nullable(),
  since: instant(),
  currency: z.string().nullable(),
  /** What a run comes to, or escrow that is held; null where there is none or it is not determined. */
  amount: figureOrNull('money'),
});

const run = z.object({
  type: z.string(),
  id: id(),
  name: z.string(),
  date: date(),
  status: status(),
  currency: z.string().nullable(),
  /** Gross; of a run of the ledger what it opens, releases or claws back; null: not determined. */
  amount: figureOrNull('money'),
  updatedDate: instant(),
});

const held = {
  /** A fund or coinvestment; null for a sum over all of them. */
  holderId: id().nullable(),
  holderType: z.enum(['fund', 'coinvestment']).nullable(),
  name: z.string(),
  currency: z.string().nullable(),
};

export const home = z.object({
  today: date(),
  waiting: z.array(waiting),
  /** More waits than `waiting` lists. */
  hasMore: z.boolean(),
  /** The runs that were changed last. */
  runs: z.array(run),
  /** Gross of disbursed distributions, by fund and year; null in either is the sum over all of them, of one currency always. */
  carry: z.array(z.object({ ...held, year: z.int().nullable(), amount: figure('money') })),
});
export type Home = z.output<typeof home>;

/** What vests in the twelve months from today of what was paid so far, as the report `vesting-ahead` adds it up. */
const vesting = z.object({
  until: date(),
  byFund: z.array(
    z.object({
      ...held,
      /** Null: of a part it cannot be said. */
      vested: figureOrNull('money'),
      vests: figureOrNull('money'),
    }),
  ),
});
export type HomeVesting = z.output<typeof vesting>;

export const homeEndpoints = defineEndpoints({
  /** For whoever asks: what they may not do waits for somebody else. */
  getHome: {
    method: 'GET',
    path: '/api/carry/home',
    summary: 'Open work of this person, the last runs, and carry by fund and year',
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
  /** Apart, because it is computed: the rest is there at once. */
  getHomeVesting: {
    method: 'GET',
    path: '/api/carry/home/vesting',
    summary: 'Vesting in the next twelve months, by fund',
    permission: 'distribution.view',
    result: vesting,
    tags: ['Distribution', 'AllocationProfile', 'Participant', 'VestingSchedule'],
  },
});
