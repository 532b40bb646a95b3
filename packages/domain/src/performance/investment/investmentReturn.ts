import {
  type CalendarDate,
  type CoveredPart,
  coveredSum,
  type Decimal,
  dayNumber,
  err,
  type Failures,
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

/** The amounts of one of an investment's holdings. Null if not determined. */
export interface PooledHolding {
  /** Describes the holding for coverage, with the reason of its undetermined amounts. */
  readonly named: CoveredPart;
  readonly invested: Decimal;
  /** Proceeds and income. */
  readonly realized: Decimal | null;
  readonly fairValue: Decimal | null;
}

/** Returns each amount of an investment over its holdings: the sum of the determined ones, with its coverage. */
export const pooledTotals = (holdings: readonly PooledHolding[]) => {
  const total = (name: 'invested' | 'realized' | 'fairValue') =>
    coveredSum(
      holdings,
      (holding) => holding[name],
      ({ named }) => named,
    );
  return { invested: total('invested'), realized: total('realized'), fairValue: total('fairValue') };
};

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
 * Fails:  never; a rate that can't be computed is null, with its reason (NO_SIGN_CHANGE, NO_ROOT, NOT_REPORTED without the trades of all amounts invested
 *         or the fair value of a holding), and so is the multiple (NOT_REPORTED without an amount of a holding).
 */
export function investmentReturn(
  holdings: readonly PooledHolding[],
  trades: readonly Trade[],
  end: CalendarDate,
): InvestmentReturn {
  const totals = pooledTotals(holdings);
  const [invested, realized, fairValue] = [totals.invested, totals.realized, totals.fairValue].map(
    ({ value }) => value ?? zero,
  ) as [Decimal, Decimal, Decimal];
  const withoutValue = totals.fairValue.coverage.leftOut[0];
  const withoutAmount = withoutValue ?? totals.realized.coverage.leftOut[0];
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
    : withoutValue !== undefined
      ? err([fail('NOT_REPORTED', ['grossIrr'], withoutValue.reason)])
      : isIdle
        ? ok(null)
        : periodReturn({ from: null, to: dayNumber(end) }, account);
  const multiple =
    withoutAmount === undefined
      ? ok(multipleOnInvested({ realized, unrealized: fairValue, invested }))
      : err([fail('NOT_REPORTED', ['grossMoic'], withoutAmount.reason)]);
  const reasonOf = (field: 'grossIrr' | 'grossMoic', failures: Failures): readonly NotDetermined[] =>
    failures.slice(0, 1).map(({ code, detail }) => ({ field, code, message: detail }));
  return {
    grossIrr: rate.isOk() ? (rate.value?.rate ?? null) : null,
    grossIrrAnnualized: rate.isOk() ? (rate.value?.annualized ?? null) : null,
    grossMoic: multiple.isOk() ? multiple.value : null,
    notDetermined: [
      ...(rate.isOk() ? [] : reasonOf('grossIrr', rate.error)),
      ...(multiple.isOk() ? [] : reasonOf('grossMoic', multiple.error)),
    ],
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
