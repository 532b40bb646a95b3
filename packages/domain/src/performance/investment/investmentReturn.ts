import {
  type CalendarDate,
  type Decimal,
  dayNumber,
  err,
  fail,
  hundred,
  ok,
  roundPercent,
  significantText,
  zero,
} from '../../kernel/index.ts';
import { multipleOnInvested } from '../../kernel/measures/index.ts';
import { noDatedTrades, type NotDetermined } from '../period/index.ts';
import { centFlows, moneyToCents, periodReturn } from '../return/index.ts';

/** A payment for an investment, or a receipt from it, on a date. */
export interface Trade {
  readonly type: string;
  readonly date: CalendarDate;
  readonly amount: Decimal;
}

/** The totals of all holdings of an investment in one currency. */
export interface HoldingTotals {
  readonly invested: Decimal;
  /** Proceeds and income. */
  readonly realized: Decimal;
  readonly fairValue: Decimal;
}

export interface InvestmentReturn {
  /** A fraction. */
  readonly grossIrr: Decimal | null;
  readonly grossIrrAnnualized: boolean | null;
  readonly grossMoic: Decimal | null;
  readonly notDetermined: readonly NotDetermined[];
}

/**
 * Computes the gross return of an investment that several vehicles hold as if it were one holding: their trades are added up by day.
 *
 *     MOIC = (proceeds + income + fair value) / invested;  IRR of -purchases, +sales, +income, +fair value at the end
 *
 * Units:  one currency in whole cents; the rate is a fraction, not annualized if the trades span less than 365 days.
 * Source: docs/calculations/pooled-irr.md.
 * Fails:  never; a rate that can't be computed is null, with its reason (NO_SIGN_CHANGE, NO_ROOT, NOT_REPORTED without the trades of all amounts invested).
 */
export function investmentReturn(totals: HoldingTotals, trades: readonly Trade[], end: CalendarDate): InvestmentReturn {
  const { invested, realized, fairValue } = totals;
  const flows = centFlows(
    trades.map(({ type, date, amount }) => ({ date, amount: type === 'BUY' ? amount.negated() : amount })),
  );
  const account = { flows, opening: null, closing: moneyToCents(fairValue) };
  const isIdle = fairValue.isZero() && trades.every(({ amount }) => amount.isZero());
  const bought = trades.reduce<Decimal>((sum, { type, amount }) => (type === 'BUY' ? sum.plus(amount) : sum), zero);
  // A data transfer sends the totals of holdings without their trades.
  const isSent = bought.eq(invested);
  const rate = !isSent
    ? err([fail('NOT_REPORTED', ['grossIrr'], noDatedTrades)])
    : isIdle
      ? ok(null)
      : periodReturn({ from: null, to: dayNumber(end) }, account);
  const notDetermined = rate.isOk()
    ? []
    : rate.error.slice(0, 1).map(({ code, detail }): NotDetermined => ({ field: 'grossIrr', code, message: detail }));
  return {
    grossIrr: rate.isOk() ? (rate.value?.rate ?? null) : null,
    grossIrrAnnualized: rate.isOk() ? (rate.value?.annualized ?? null) : null,
    grossMoic: multipleOnInvested({ realized, unrealized: fairValue, invested }),
    notDetermined,
  };
}

/** Returns a part as a percentage of the total; null if the total is zero. */
export const percentOfTotal = (part: Decimal, total: Decimal): Decimal | null =>
  total.isZero() ? null : roundPercent(part.mul(hundred).div(total));

/** Returns the total value of an investment: remaining value plus proceeds; null if both are unknown. */
export const valueOfInvestment = (endValue: Decimal | null, endProceeds: Decimal | null): Decimal | null =>
  endValue === null && endProceeds === null ? null : (endValue ?? zero).plus(endProceeds ?? zero);

/** Formats the return as text, with the rate in percent. */
export const investmentReturnTexts = ({ grossIrr, grossMoic, ...rest }: InvestmentReturn) => ({
  ...rest,
  grossIrr: grossIrr && significantText(grossIrr.mul(hundred)),
  grossMoic: grossMoic && significantText(grossMoic),
});
