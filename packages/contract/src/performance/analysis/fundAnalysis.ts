import { navBridgeSteps } from '@carrara/domain/performance/return';
import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { date, figure, figureOrNull, id } from '../../core/schema.ts';

const ofFund = z.strictObject({ id: id(), date: date() });
const named = z.object({ id: id(), code: z.string(), name: z.string() });
const reasons = z.array(z.object({ field: z.string(), code: z.string(), message: z.string() }));
const head = { fundId: id(), date: date(), currency: z.string() };
const money = figure('money');
const moneyOrNull = figureOrNull('money');
const equivalent = { rate: figureOrNull('return') };

const steps = Object.fromEntries(navBridgeSteps.map((step) => [step, moneyOrNull])) as Record<
  (typeof navBridgeSteps)[number],
  typeof moneyOrNull
>;

const base = '/api/performance/fund/:id/:date';
const tags = ['FundAnalysis', 'Ledger', 'Fund Performance'];
const permission = 'fundLedger.view';

/** Figures computed from a vehicle's ledger on request. Rates in percent. A null with a reason isn't determined. */
export const fundAnalysisEndpoints = defineEndpoints({
  getFundPme: {
    method: 'GET',
    path: `${base}/pme`,
    summary: 'A fund compared with an index, by five public market equivalents',
    permission,
    params: ofFund,
    /** The id or the code of an index. */
    query: z.strictObject({ index: z.string().min(1).max(50) }),
    result: z.object({
      ...head,
      index: named,
      /** True if no commitment pays fees, so that the figures include all of them. */
      coversAllPartners: z.boolean(),
      annualized: z.boolean(),
      nav: money,
      irr: figureOrNull('return'),
      ksPme: figureOrNull('multiple'),
      directAlpha: figureOrNull('return'),
      longNickels: z.object({ ...equivalent, nav: moneyOrNull }),
      pmePlus: z.object({ ...equivalent, factor: figureOrNull('multiple') }),
      modified: z.object({ ...equivalent, nav: moneyOrNull }),
      notDetermined: reasons,
      warnings: z.array(z.object({ code: z.string(), message: z.string() })),
    }),
    failures: ['NO_INDEX_VALUE', 'NAV_MISSING', 'NOT_REPORTED', 'NO_COMMITMENT'],
    tags: [...tags, 'IndexSeries'],
  },
  getFundBridge: {
    method: 'GET',
    path: `${base}/bridge`,
    summary: 'Bridge of a fund’s net asset value for the quarter, the year and since inception',
    permission,
    params: ofFund,
    result: z.object({
      ...head,
      periods: z.array(
        z.object({
          code: z.enum(['QTD', 'YTD', 'ITD']),
          startDate: date().nullable(),
          endDate: date(),
          opening: moneyOrNull,
          ...steps,
          closing: moneyOrNull,
          notDetermined: reasons,
        }),
      ),
    }),
    failures: ['FIGURES_DIFFER', 'NAV_MISSING', 'NOT_REPORTED'],
    tags,
  },
  getFundJCurve: {
    method: 'GET',
    path: `${base}/jcurve`,
    summary: 'Cumulative cash of a fund by quarter of its age, with and without its remaining value',
    permission,
    params: ofFund,
    result: z.object({
      ...head,
      coversAllPartners: z.boolean(),
      commitment: money,
      quarters: z.array(
        z.object({
          age: z.int(),
          date: date(),
          cumulative: money,
          percent: figureOrNull('percent'),
          withNav: moneyOrNull,
          percentWithNav: figureOrNull('percent'),
        }),
      ),
      depth: z.object({ date: date(), cumulative: money, percent: figureOrNull('percent') }).nullable(),
      breakEven: date().nullable(),
    }),
    failures: ['NAV_MISSING', 'NO_COMMITMENT'],
    tags,
  },
  getFundCarryPosition: {
    method: 'GET',
    path: `${base}/carry-position`,
    summary: 'A fund’s carry at hypothetical liquidation: earned, accrued or overpaid',
    permission,
    params: ofFund,
    offThread: true,
    result: z.object({
      ...head,
      carry: figureOrNull('percent'),
      hurdle: figureOrNull('percent'),
      catchUp: figureOrNull('percent'),
      carryPaid: moneyOrNull,
      /**
       * Carry paid before the carry accounts began, from the opening balances. It isn't in the fund's ledger and so not in `carryPaid`. Null if there
       * is none, or if the user may not see it.
       */
      openingCarryPaid: moneyOrNull,
      earned: moneyOrNull,
      accrued: moneyOrNull,
      exposure: moneyOrNull,
      /** The exposure by holder, based on the carry each received. Null if not determined, or if the user may not see the carry accounts. */
      holders: z
        .array(
          z.object({
            id: id(),
            name: z.string(),
            received: money,
            escrowBalance: money,
            share: money,
            coveredByEscrow: money,
            exposure: money,
          }),
        )
        .nullable(),
      notDetermined: reasons,
    }),
    failures: [],
    tags: [...tags, 'EconomicTerms'],
  },
});
