import {
  type CalendarDate,
  type Coverage,
  type CoveredPart,
  coveredSum,
  type Decimal,
  displayedDate,
  roundMoney,
  zero,
} from '@carrara/domain/kernel';
import { indexInOrder, type IndexValue, type IndexValues } from '@carrara/domain/kernel/measures';
import { noDatedCash, noNavShort } from '../period/index.ts';

interface Call {
  readonly date: CalendarDate;
  /** The end of the quarter that shows it. */
  readonly booked: CalendarDate;
  readonly amount: Decimal;
}

/** A fund, or several funds whose values are added up. */
export interface ChartedFunds {
  /** Null if several funds are added up. */
  readonly single: { readonly id: string; readonly name: string } | null;
  /** NAV plus all distributions at each quarter end with figures, in order. The value is null if not determined. */
  readonly quarters: readonly {
    readonly date: CalendarDate;
    readonly value: Decimal | null;
    readonly count: number;
    /** True if only sums were reported, without the days of their cash. */
    readonly isReported: boolean;
  }[];
  readonly calls: readonly Call[];
}

export interface FundsAndIndexInput {
  readonly funds: readonly ChartedFunds[];
  readonly index: readonly IndexValue[];
  /** The reporting date. It is the last point, even if no fund has figures for it. */
  readonly end: CalendarDate;
  /** True if a late fund is included with its last value and its calls until then. */
  readonly carriesForward: boolean;
}

export interface FundsAndIndexPoint {
  readonly date: CalendarDate;
  /** Paid-in capital: calls less returned excess, and returned carry. Null if no fund is included. */
  readonly contributions: Decimal | null;
  readonly totalValue: Decimal | null;
  /** Null before the first value of the index, and after a call before it. */
  readonly inIndex: Decimal | null;
  /** The funds included in all three amounts. */
  readonly coverage: Coverage;
}

/** A fund's amounts at a quarter end. */
interface PartOnDay extends CoveredPart {
  readonly value: Decimal | null;
  readonly count: number;
  readonly calls: readonly Call[];
  /** The quarter end of the amounts. */
  readonly until: CalendarDate;
}

/**
 * Compares funds with an investment of their calls in an index, at each quarter end of any fund and at the reporting date. All amounts of a quarter end include the same funds:
 * those whose value is determined.
 *
 *     in the index = sum of the calls until then, each x index of that day / index of the call's day
 *
 * Units:  one currency, that of the index; each value rounded to cents once.
 * Source: docs/calculations/coverage.md.
 * Fails:  never.
 */
export function fundsAndIndex({
  funds,
  index,
  end,
  carriesForward,
}: FundsAndIndexInput): readonly FundsAndIndexPoint[] {
  const values = indexInOrder(index);
  const days = [...new Set(funds.flatMap(({ quarters }) => quarters.map(({ date }) => date)))].sort();
  const last = days.at(-1);
  if (last !== undefined && last < end) days.push(end);
  return days.map((date) => {
    const parts = funds.flatMap((fund) => partOnDay(fund, date, carriesForward));
    const { value: totalValue, coverage } = coveredSum(
      parts,
      ({ value }) => value,
      (part) => part,
    );
    const included = parts.filter(({ value }) => value !== null);
    const paidIn = included.flatMap(({ calls, until }) => calls.filter(({ booked }) => booked <= until));
    const invested = included.flatMap(({ calls, until }) => calls.filter((call) => call.date <= until));
    const others = parts.reduce((sum, { count }) => sum + count - 1, 0);
    return {
      date,
      contributions: totalValue && paidIn.reduce((sum, { amount }) => sum.plus(amount), zero),
      totalValue,
      inIndex: totalValue && valueInIndex(invested, values, date),
      coverage: { ...coverage, included: coverage.included + others, total: coverage.total + others },
    };
  });
}

function partOnDay(
  { single, quarters, calls }: ChartedFunds,
  date: CalendarDate,
  carriesForward: boolean,
): readonly PartOnDay[] {
  const last = quarters.findLast((quarter) => quarter.date <= date);
  // The fund began later.
  if (last === undefined) return [];
  // As in lists, a fund without a value now is late if it had one before.
  const isLate = last.date < date || last.value === null;
  const lastWithValue = quarters.findLast((quarter) => quarter.date <= date && quarter.value !== null);
  const used = isLate && carriesForward ? (lastWithValue ?? last) : last;
  const lastDate = last.date < date ? last.date : (lastWithValue?.date ?? null);
  return [
    {
      id: single?.id ?? '',
      name: single?.name ?? '',
      reason: last.value === null ? (last.isReported ? noDatedCash : noNavShort(displayedDate(last.date))) : '',
      lastDate: isLate ? lastDate : null,
      carriedFrom: isLate ? used.date : null,
      value: isLate && !carriesForward ? null : used.value,
      count: last.count,
      calls,
      until: used.date,
    },
  ];
}

function valueInIndex(calls: readonly Call[], values: IndexValues, day: CalendarDate): Decimal | null {
  const now = values.on(day);
  if (now === undefined) return null;
  let units = zero;
  for (const { date, amount } of calls) {
    const then = values.on(date);
    if (then === undefined) return null;
    units = units.plus(amount.div(then.value));
  }
  return roundMoney(units.times(now.value));
}
