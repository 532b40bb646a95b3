import {
  type CalendarDate,
  type Coverage,
  type CoveredPart,
  coveredSum,
  type Decimal,
  decimal,
  dayNumber,
  hundred,
  roundPercent,
  significantText,
  zero,
} from '../../kernel/index.ts';
import { multipleOnInvested } from '../../kernel/measures/index.ts';
import { noTradesShort } from '../period/index.ts';
import { centFlows, moneyToCents, periodReturn } from '../return/index.ts';

/** A payment for an investment, or a receipt from it, on a date. */
export interface Trade {
  readonly holdingId: string;
  readonly type: string;
  readonly date: CalendarDate;
  readonly amount: Decimal;
}

/** The amounts of one of an investment's holdings. Null if not determined. */
export interface PooledHolding {
  readonly id: string;
  /** Describes its fund for coverage, with the reason of its undetermined amounts. */
  readonly named: CoveredPart;
  readonly invested: Decimal | null;
  /** Proceeds and income. */
  readonly realized: Decimal | null;
  readonly fairValue: Decimal | null;
  /** Its own rate, which may be known without its trades. */
  readonly rate: GrossRate;
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

/** A gross rate, or why it can't be computed. */
interface GrossRate {
  /** A fraction. */
  readonly grossIrr: Decimal | null;
  readonly grossIrrAnnualized: boolean | null;
  readonly notDetermined: readonly { readonly field: string; readonly code: string; readonly message: string }[];
}
export interface InvestmentReturn extends GrossRate {
  readonly grossMoic: Decimal | null;
  /** The holdings that the rate and the multiple are of. */
  readonly covered: { readonly grossIrr: Coverage; readonly grossMoic: Coverage };
}

/**
 * Computes the gross return of an investment that several vehicles hold as if it were one holding: their trades are
 * added up by day. Each figure is that of the holdings with its inputs. The multiple needs all amounts, the rate the
 * trades of the amount invested and the fair value. If only one holding has an amount invested and a fair value, the
 * rate is its own.
 *
 *     MOIC = (proceeds + income + fair value) / invested;  IRR of -purchases, +sales, +income, +fair value at the end
 *
 * Units:  one currency in whole cents; the rate is a fraction, not annualized if the trades span less than 365 days.
 * Source: docs/calculations/pooled-irr.md, docs/calculations/coverage.md.
 * Fails:  never; a rate that can't be computed is null, with its reason (NO_SIGN_CHANGE, NO_ROOT). So is a figure that no holding has the inputs of
 *         (NAV_MISSING if it is late, otherwise NOT_REPORTED).
 */
export function investmentReturn(
  holdings: readonly PooledHolding[],
  trades: readonly Trade[],
  end: CalendarDate,
): InvestmentReturn {
  const [only, second] = holdings.filter(({ invested, fairValue }) => invested && fairValue);
  const single = second === undefined ? only : undefined;
  const boughtOf = (id: string) => sumOf(trades.filter(({ holdingId, type }) => holdingId === id && type === 'BUY'));
  const multiple = holdingsWithout(holdings, ({ named, invested, realized, fairValue }) =>
    invested && realized && fairValue ? undefined : named.reason,
  );
  const rated = holdingsWithout(holdings, ({ id, named, invested, fairValue }) => {
    if (!invested || !fairValue) return named.reason;
    // A data transfer sends the totals of holdings without their trades.
    return single || boughtOf(id).eq(invested) ? undefined : noTradesShort;
  });
  const { notDetermined, ...rate } = single?.rate ?? rateOf(rated.included, trades, end);
  return {
    ...rate,
    grossMoic: multipleOf(multiple.included),
    notDetermined: [
      ...undeterminedBy('grossIrr', rated.coverage),
      ...notDetermined.filter(({ field }) => field === 'grossIrr'),
      ...undeterminedBy('grossMoic', multiple.coverage),
    ],
    covered: { grossIrr: rated.coverage, grossMoic: multiple.coverage },
  };
}

/** Splits holdings by whether there is a reason to leave them out of a figure. */
function holdingsWithout(
  holdings: readonly PooledHolding[],
  reasonFor: (holding: PooledHolding) => string | undefined,
): { readonly included: readonly PooledHolding[]; readonly coverage: Coverage } {
  const included = holdings.filter((holding) => reasonFor(holding) === undefined);
  const excluded = holdings.flatMap((holding) => {
    const reason = reasonFor(holding);
    const { id, name, lastDate } = holding.named;
    return reason === undefined ? [] : [{ id, name, reason, lastDate }];
  });
  return { included, coverage: { included: included.length, total: holdings.length, excluded, carried: [] } };
}

/** Returns the first holding's reason for a figure that covers no holding. Empty if the figure covers a holding. */
export function undeterminedBy<F extends string>(field: F, { included, excluded: [first] }: Coverage) {
  if (included > 0 || first === undefined) return [];
  const code = first.lastDate === null ? ('NOT_REPORTED' as const) : ('NAV_MISSING' as const);
  return [{ field, code, message: first.reason }];
}

function multipleOf(holdings: readonly PooledHolding[]): Decimal | null {
  const { invested, realized, fairValue } = pooledTotals(holdings);
  if (!invested.value || !realized.value || !fairValue.value) return null;
  return multipleOnInvested({ invested: invested.value, realized: realized.value, unrealized: fairValue.value });
}

function rateOf(holdings: readonly PooledHolding[], trades: readonly Trade[], end: CalendarDate): GrossRate {
  const ids = new Set(holdings.map(({ id }) => id));
  const own = trades.filter(({ holdingId }) => ids.has(holdingId));
  const fairValue = pooledTotals(holdings).fairValue.value ?? zero;
  if (fairValue.isZero() && own.every(({ amount }) => amount.isZero()))
    return { grossIrr: null, grossIrrAnnualized: null, notDetermined: [] };
  const flows = centFlows(
    own.map(({ type, date, amount }) => ({ date, amount: type === 'BUY' ? amount.negated() : amount })),
  );
  const account = { flows, opening: null, closing: moneyToCents(fairValue) };
  const rate = periodReturn({ from: null, to: dayNumber(end) }, account);
  return {
    grossIrr: rate.isOk() ? (rate.value?.rate ?? null) : null,
    grossIrrAnnualized: rate.isOk() ? (rate.value?.annualized ?? null) : null,
    notDetermined: rate.isOk()
      ? []
      : rate.error.slice(0, 1).map(({ code, detail }) => ({ field: 'grossIrr', code, message: detail })),
  };
}

const sumOf = (trades: readonly Trade[]): Decimal =>
  trades.reduce<Decimal>((sum, { amount }) => sum.plus(amount), zero);

/** Returns a part as a percentage of the total; null if the total is zero. */
export const percentOfTotal = (part: Decimal, total: Decimal): Decimal | null =>
  total.isZero() ? null : roundPercent(part.mul(hundred).div(total));

/** Returns the total value of an investment: remaining value plus proceeds; null if one of them is unknown. */
export const valueOfInvestment = (endValue: Decimal | null, endProceeds: Decimal | null): Decimal | null =>
  endValue && endProceeds && endValue.plus(endProceeds);

/** Returns a stored rate, which is in percent, as a fraction. */
export const storedRate = (percent: string): Decimal => decimal(percent).div(hundred);

/** Formats the return as text, with the rate in percent. */
export const investmentReturnTexts = ({ grossIrr, grossMoic, ...rest }: Omit<InvestmentReturn, 'covered'>) => ({
  ...rest,
  grossIrr: grossIrr && significantText(grossIrr.mul(hundred)),
  grossMoic: grossMoic && significantText(grossMoic),
});
