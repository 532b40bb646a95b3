import { type CalendarDate, dayNumber, type Failures, type Result } from '../../kernel/index.ts';
import {
  centFlows,
  type Horizon,
  horizonStart,
  moneyToCents,
  periodReturn,
  type RateOfReturn,
  rateText,
} from '../return/index.ts';
import type { LedgerAccount } from './accountOf.ts';

/** The horizons that returns are shown over. */
export const shownHorizons = ['1Y', '3Y', '5Y', '10Y', 'INCEPTION'] as const satisfies readonly Horizon[];
export type ShownHorizon = (typeof shownHorizons)[number];

export interface HorizonReturn {
  readonly horizon: ShownHorizon;
  /** The quarter end whose NAV it opens with; null since inception. */
  readonly from: CalendarDate | null;
  /** Null: it began later. */
  readonly rate: Result<RateOfReturn | null, Failures>;
}

/**
 * The net return of a vehicle over 1, 3, 5 and 10 years until a quarter end, and since inception, which is its net IRR.
 *
 *     -NAV(S), flows of S < day <= T, +NAV(T)
 *
 * Units:  the vehicle's currency, whole cents; rates fractions.
 * Source: performance section 5; docs/calculations/period-return.md.
 * Fails:  as `periodReturn`, each horizon by itself.
 */
export const horizonReturns = (
  { flows, nav, navs }: Pick<LedgerAccount, 'flows' | 'nav' | 'navs'>,
  end: CalendarDate,
): readonly HorizonReturn[] =>
  shownHorizons.map((horizon) => {
    const from = horizonStart(horizon, end);
    const opening = navs.find(({ date }) => date === from)?.value;
    const account = {
      flows: centFlows(flows),
      opening: opening === undefined ? null : moneyToCents(opening),
      closing: moneyToCents(nav),
    };
    const period = { from: from === null ? null : dayNumber(from), to: dayNumber(end) };
    return { horizon, from, rate: periodReturn(period, account) };
  });

/** The returns as they travel, in percent; where the account itself is not determined, none of them is. */
export const horizonTexts = (
  account: Result<Pick<LedgerAccount, 'flows' | 'nav' | 'navs'>, Failures>,
  end: CalendarDate,
) =>
  shownHorizons.map((horizon, at) => {
    const found = account.andThen((of) => {
      const { from, rate } = horizonReturns(of, end)[at]!;
      return rate.map((value) => ({ from, value }));
    });
    const value = found.unwrapOr(null)?.value ?? null;
    return {
      horizon,
      from: horizonStart(horizon, end) as string | null,
      irr: value && rateText(value.rate),
      irrAnnualised: value && value.annualised,
      notDetermined: found.isErr()
        ? found.error.slice(0, 1).map(({ code, detail }) => ({ field: 'irr', code, message: sentence(detail) }))
        : [],
    };
  });

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
