import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { explanation } from '../core/explanation.ts';
import { keyFigure } from '../core/keyFigure.ts';
import { date, figure, figureOrNull } from '../core/schema.ts';

/** The key figures, in the order of the page. */
export const compensationFigures = ['payroll', 'outstanding', 'dueAhead', 'openTieOuts', 'drafts'] as const;
export type CompensationFigure = (typeof compensationFigures)[number];
/** The figures with an explanation. The number of open differences has none: its report lists them. */
export const explainedFigures = ['payroll', 'outstanding', 'dueAhead', 'drafts'] as const;

/** The reasons why something waits: due payments to record, differences to explain, statements to release. */
export const payTasks = ['due', 'tieOut', 'drafts'] as const;
export type PayTask = (typeof payTasks)[number];

const waiting = z.object({
  kind: z.enum(payTasks),
  /** The deferred award, the employee, or the year of the drafts. */
  id: z.string(),
  name: z.string(),
  /** The date or the last day of the pay period; null for drafts. */
  since: date().nullable(),
  /** The first day of the pay period; null for other items. */
  from: date().nullable(),
  currency: z.string().nullable(),
  amount: figureOrNull('money'),
});

const home = z.object({
  today: date(),
  /** The differences that the person may act on: newest day first, largest amount first within a day. */
  waiting: z.array(waiting),
  /** True if more differences are waiting than `waiting` lists. */
  hasMore: z.boolean(),
  figures: z.array(keyFigure(compensationFigures)),
  /** The amounts that payroll paid each year, by pay type. */
  payroll: z.array(
    z.object({ year: z.int(), payType: z.string(), currency: z.string().nullable(), amount: figure('money') }),
  ),
  /** The deferred payments of the next twelve months, by date. */
  payments: z.array(z.object({ on: date(), currency: z.string(), people: z.int(), amount: figure('money') })),
  until: date(),
});
export type CompensationHome = z.output<typeof home>;

export const compensationHomeEndpoints = defineEndpoints({
  /** For the employees whose pay the person can see. */
  getCompensationHome: {
    method: 'GET',
    path: '/api/comp/home',
    summary: 'Your open work on pay, key figures, and payments to come',
    permission: 'pay.view',
    offThread: true,
    sensitive: 'always',
    result: home,
    tags: ['Salary', 'PayrollFile', 'DeferredAward', 'PayStatement'],
  },
  explainCompensationFigure: {
    method: 'GET',
    path: '/api/comp/home/explanation',
    summary: 'Explanation of a key figure of compensation',
    permission: 'pay.view',
    sensitive: 'always',
    /** Without a currency, the figure of payments without one. */
    query: z.strictObject({ figure: z.enum(explainedFigures), currency: z.string().max(50).optional() }),
    result: explanation,
    failures: ['NOT_FOUND'],
  },
});
