import {
  type CalendarDate,
  type Decimal,
  type Doubles,
  dayNumber,
  decimal,
  doubles,
  required,
  toSmallUnits,
  zero,
} from '@carrara/domain/kernel';
import { add as sum, type Whole } from '@carrara/domain/kernel/cents';

/** Cash on a date: negative if paid in, positive if received. */
export interface CashFlow {
  readonly date: CalendarDate;
  readonly amount: Decimal;
}

/** The same flows in whole cents by day number, in parallel arrays. Pools pass their cash in this form, even a million flows. */
export interface CentFlows {
  readonly days: ArrayLike<number>;
  readonly cents: ArrayLike<Whole>;
}

/** Flows sorted by day, one per day and none of zero, ready for the root search. */
export interface FlowSeries {
  readonly count: number;
  /** Days since the first flow, for each flow. */
  readonly days: Readonly<Doubles>;
  readonly span: number;
  readonly amounts: Readonly<Doubles>;
  /** For each flow, the index in `gaps` of the days since its predecessor. Most series repeat a few gaps. */
  readonly gapOf: Readonly<Doubles>;
  readonly gaps: readonly number[];
  /** Returns the original amounts, for the exact arithmetic that a badly conditioned root needs. */
  readonly exact: () => readonly Decimal[];
  readonly signChanges: number;
  /** The period of the rate in days: 365, or a shorter span whose rate isn't annualized. */
  readonly year: number;
}

export const DAYS_A_YEAR = 365;

/** The number of recent gaps that a new one is compared with before it gets its own index. */
const COMPARED_GAPS = 12;

/** Sorts flows by day, nets the flows of each day and drops zeros. */
export function flowSeries(flows: readonly CashFlow[]): FlowSeries {
  const series = seriesFor(flows.length);
  let previous = -Infinity;
  for (const { date, amount } of flows) {
    const day = dayNumber(date);
    const value = toDouble(amount);
    if (value === 0 || day <= previous) return netted(flows);
    add(series, day, value);
    previous = day;
  }
  return finished(series, () => flows.map((flow) => flow.amount));
}

function netted(flows: readonly CashFlow[]): FlowSeries {
  const byDay = new Map<number, Decimal>();
  for (const { date, amount } of flows) {
    const day = dayNumber(date);
    byDay.set(day, (byDay.get(day) ?? zero).add(amount));
  }
  const nonZero = [...byDay].filter(([, amount]) => !amount.isZero()).sort(([a], [b]) => a - b);
  const exact = nonZero.map(([, amount]) => amount);
  const series = seriesFor(nonZero.length);
  for (const [day, amount] of nonZero) add(series, day, toDouble(amount));
  return finished(series, () => exact);
}

/**
 * Builds a series from whole cents without creating a decimal for each flow. Only values that doubles can't decide are recomputed exactly, one amount
 * per day.
 *
 * The amounts of the series are cents, because a rate doesn't depend on the unit.
 */
export function seriesOfCents(flows: CentFlows): FlowSeries {
  const { days, cents } = isInOrder(flows) ? flows : nettedCents(flows);
  const series = seriesFor(days.length);
  for (let i = 0; i < days.length; i++) {
    add(series, required(days[i], 'the day of a flow'), Number(required(cents[i], 'the cents of a flow')));
  }
  return finished(series, () => Array.from(cents, decimal));
}

/** True if the days ascend and no amount is zero, so that there is nothing to net. */
function isInOrder({ days, cents }: CentFlows): boolean {
  let previous = -Infinity;
  for (let i = 0; i < days.length; i++) {
    const day = required(days[i], 'the day of a flow');
    if (cents[i] === 0 || day <= previous) return false;
    previous = day;
  }
  return true;
}

/** Nets flows to one amount per day, in ascending order, and drops zeros. */
export function nettedCents({ days, cents }: CentFlows): CentFlows {
  const byDay = new Map<number, Whole>();
  for (let i = 0; i < days.length; i++) {
    const day = required(days[i], 'the day of a flow');
    byDay.set(day, sum(byDay.get(day) ?? 0, required(cents[i], 'the cents of a flow')));
  }
  const nonZero = [...byDay].filter(([, amount]) => amount !== 0).sort(([a], [b]) => a - b);
  return { days: nonZero.map(([day]) => day), cents: nonZero.map(([, amount]) => amount) };
}

/** Returns the series with the rate of its own span if that is shorter than a year. Such a rate isn't annualized. */
export function notAnnualized(series: FlowSeries): FlowSeries {
  return series.span >= DAYS_A_YEAR ? series : { ...series, year: Math.max(1, series.span) };
}

/** A series under construction. */
interface Growing {
  readonly days: Doubles;
  readonly amounts: Doubles;
  readonly gapOf: Doubles;
  readonly gaps: number[];
  /** The number of flows added so far. */
  added: number;

  first: number;
  last: number;
  isLastReceived: boolean;
  signChanges: number;
}

const seriesFor = (count: number): Growing => ({
  days: doubles(count),
  amounts: doubles(count),
  gapOf: doubles(count),
  gaps: [],
  added: 0,
  first: 0,
  last: 0,
  isLastReceived: false,
  signChanges: 0,
});

function add(series: Growing, day: number, amount: number): void {
  const { days, amounts, gapOf, added } = series;
  const isReceived = amount > 0;
  if (added === 0) {
    series.first = day;
    gapOf[0] = 0;
  } else {
    if (isReceived !== series.isLastReceived) series.signChanges += 1;
    gapOf[added] = positionOf(day - series.last, series.gaps);
  }
  days[added] = day - series.first;
  amounts[added] = amount;
  series.added = added + 1;
  series.last = day;
  series.isLastReceived = isReceived;
}

const finished = (
  { days, amounts, gapOf, gaps, signChanges }: Growing,
  exact: () => readonly Decimal[],
): FlowSeries => ({
  count: days.length,
  days,
  span: days[days.length - 1] ?? 0,
  amounts,
  gapOf,
  gaps,
  exact,
  signChanges,
  year: DAYS_A_YEAR,
});

function positionOf(gap: number, gaps: number[]): number {
  for (let index = gaps.length - 1; index >= Math.max(0, gaps.length - COMPARED_GAPS); index--) {
    if (gaps[index] === gap) return index;
  }
  return gaps.push(gap) - 1;
}

/**
 * Returns the nearest double. A decimal that decimal.js stores as one or two words of 7 digits is a whole number below 10^14 over a power of ten. One
 * division then rounds it as parsing its text would, in a fraction of the time.
 */
function toDouble(amount: Decimal): number {
  const { d: limbs, e: exponent, s: sign } = amount;
  if (limbs !== null && exponent >= 0 && exponent < 14 && limbs.length <= 2) {
    const first = required(limbs[0], 'the first word of a decimal');
    if (limbs.length === 2) {
      const both = sign * (first * WORD + required(limbs[1], 'the second word of a decimal'));
      return exponent < 7 ? both / WORD : both;
    }
    if (exponent < 7) return sign * first;
  }
  const cents = toSmallUnits(amount, 2);
  return cents === undefined ? amount.toNumber() : cents / 100;
}

/** The upper bound of a decimal.js word. */
const WORD = 10_000_000;
