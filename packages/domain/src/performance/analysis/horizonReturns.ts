import { type CalendarDate, dayNumber, type Failures, ok, required, type Result, zero } from '../../kernel/index.ts';
import {
  centFlows,
  type Horizon,
  horizonStart,
  moneyToCents,
  periodReturn,
  type RateOfReturn,
  rateText,
} from '../return/index.ts';
import {
  type AccountLedger,
  analyzeAccount,
  firstCashDate,
  type StoredCommitment,
  type LedgerAccount,
  type LedgerFlow,
} from './analyzeAccount.ts';

/** The horizons for which returns are displayed. */
export const displayedHorizons = ['1Y', '3Y', '5Y', '10Y', 'INCEPTION'] as const satisfies readonly Horizon[];
export type DisplayedHorizon = (typeof displayedHorizons)[number];

export interface HorizonReturn {
  readonly horizon: DisplayedHorizon;
  /** The quarter end of the opening NAV; null for since inception. */
  readonly from: CalendarDate | null;
  /** Null if the vehicle began later. */
  readonly rate: Result<RateOfReturn | null, Failures>;
}

/**
 * Computes the net return of a vehicle over 1, 3, 5 and 10 years to a quarter end. Since inception, this is its net IRR.
 *
 *     -NAV(S), flows of S < day <= T, +NAV(T)
 *
 * Cash dated by S that was booked after S, because S was locked, isn't in NAV(S) and counts on S. A reported NAV has it.
 *
 * Units:  the vehicle's currency, whole cents; rates fractions.
 * Source: docs/calculations/period-return.md.
 * Fails:  as `periodReturn`, each horizon by itself.
 */
export const horizonReturns = (
  { flows, nav, navs, hasReportedNav = false }: Pick<LedgerAccount, 'flows' | 'nav' | 'navs' | 'hasReportedNav'>,
  end: CalendarDate,
): readonly HorizonReturn[] =>
  displayedHorizons.map((horizon) => {
    const from = horizonStart(horizon, end);
    const opening = navs.find(({ date }) => date === from)?.value;
    const late = hasReportedNav ? [] : flows.filter((flow) => isBookedAfter(flow, from));
    const lateCash = late.reduce((sum, { amount }) => sum.plus(amount), zero);
    const account = {
      flows: centFlows(flows),
      opening: opening === undefined ? null : moneyToCents(opening.minus(lateCash)),
      closing: moneyToCents(nav),
    };
    const period = { from: from === null ? null : dayNumber(from), to: dayNumber(end) };
    return { horizon, from, rate: periodReturn(period, account) };
  });

/** Returns true for cash that is dated by the first day of a horizon, but booked after it. */
export const isBookedAfter = ({ date, lateIn }: LedgerFlow, from: CalendarDate | null): boolean =>
  from !== null && date <= from && lateIn !== undefined && lateIn > from;

/**
 * Returns the vehicle's returns as text, in percent. If its account isn't determined, only the horizons for which it
 * is too young have a result. The result since inception is then the vehicle's reported net IRR (`reportedIrr`, in
 * percent), if any.
 */
export function horizonTexts(
  ledger: AccountLedger,
  commitments: readonly StoredCommitment[],
  end: CalendarDate,
  reportedIrr: string | null,
) {
  const account = analyzeAccount(ledger, commitments, end);
  const began = firstCashDate(ledger, end);
  return displayedHorizons.map((horizon) => {
    const from = horizonStart(horizon, end);
    if (horizon === 'INCEPTION' && reportedIrr !== null)
      return {
        horizon,
        from: null,
        irr: reportedIrr,
        irrAnnualized: null,
        reportedRate: true,
        notDetermined: [],
      };
    const isYounger = from !== null && began !== undefined && began > from;
    const found: Result<RateOfReturn | null, Failures> = isYounger
      ? ok(null)
      : account.andThen((own) => {
          const returns = horizonReturns(own, end).find((item) => item.horizon === horizon);
          return required(returns, 'the return of a horizon').rate;
        });
    const value = found.unwrapOr(null);
    return {
      horizon,
      from: from as string | null,
      irr: value && rateText(value.rate),
      irrAnnualized: value && value.annualized,
      reportedRate: false,
      notDetermined: found.isErr()
        ? found.error.slice(0, 1).map(({ code, detail }) => ({ field: 'irr', code, message: sentence(detail) }))
        : [],
    };
  });
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
