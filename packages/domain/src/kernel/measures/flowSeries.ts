import { type CalendarDate, type Decimal, dayNumber, decimal, toSmallUnits, zero } from '@carrara/domain/kernel';
import { add as sum, type Whole } from '@carrara/domain/kernel/cents';

/** Cash on a day: negative when it is paid in, positive when it is received. */
export interface CashFlow {
  readonly date: CalendarDate;
  readonly amount: Decimal;
}

/** The same in whole cents by day number, side by side: how the cash of a pool is handed over, a million flows of it too. */
export interface CentFlows {
  readonly days: ArrayLike<number>;
  readonly cents: ArrayLike<Whole>;
}

/** Flows in the order of their days, one for each day and none of zero, ready for the search of a root. */
export interface FlowSeries {
  readonly count: number;
  /** Days since the first flow, and of the whole series. */
  readonly days: readonly number[];
  readonly span: number;
  readonly amounts: readonly number[];
  /** For each flow the place, in `gaps`, of the days since its predecessor; most series repeat a few gaps. */
  readonly gapOf: readonly number[];
  readonly gaps: readonly number[];
  /** The amounts as given, for the exact arithmetic that a badly conditioned root needs. */
  readonly exact: () => readonly Decimal[];
  readonly signChanges: number;
  /** The days for which the rate is: 365, or those of a shorter span whose rate is not to be annualised. */
  readonly year: number;
}

export const DAYS_A_YEAR = 365;

/** How many of the last gaps a new one is compared with before it gets a place of its own. */
const COMPARED_GAPS = 12;

/** Sorts flows by day, nets those of a day and drops zeros. */
export function flowSeries(flows: readonly CashFlow[]): FlowSeries {
  const series = seriesFor(flows.length);
  let previous = -Infinity;
  for (let i = 0; i < flows.length; i++) {
    const { date, amount } = flows[i]!;
    const day = dayNumber(date);
    const value = toDouble(amount);
    if (value === 0 || day <= previous) return netted(flows);
    add(series, i, day, value);
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
  const kept = [...byDay].filter(([, amount]) => !amount.isZero()).sort(([a], [b]) => a - b);
  const exact = kept.map(([, amount]) => amount);
  const series = seriesFor(kept.length);
  kept.forEach(([day, amount], i) => add(series, i, day, toDouble(amount)));
  return finished(series, () => exact);
}

/**
 * The same of whole cents, without a decimal for each: only what doubles cannot settle is looked at again, one amount a day.
 *
 * The amounts of the series are cents; a rate does not know the unit.
 */
export function seriesOfCents(flows: CentFlows): FlowSeries {
  const { days, cents } = isInOrder(flows) ? flows : nettedCents(flows);
  const series = seriesFor(days.length);
  for (let i = 0; i < days.length; i++) add(series, i, days[i]!, Number(cents[i]!));
  return finished(series, () => Array.from(cents, decimal));
}

/** Whether the days rise and no amount is zero, so that there is nothing to net. */
function isInOrder({ days, cents }: CentFlows): boolean {
  for (let i = 0; i < days.length; i++) {
    if (cents[i] === 0 || (i > 0 && days[i]! <= days[i - 1]!)) return false;
  }
  return true;
}

/** One amount a day, days rising, zeros dropped. */
export function nettedCents({ days, cents }: CentFlows): CentFlows {
  const byDay = new Map<number, Whole>();
  for (let i = 0; i < days.length; i++) byDay.set(days[i]!, sum(byDay.get(days[i]!) ?? 0, cents[i]!));
  const kept = [...byDay].filter(([, amount]) => amount !== 0).sort(([a], [b]) => a - b);
  return { days: kept.map(([day]) => day), cents: kept.map(([, amount]) => amount) };
}

/** The same for the rate of its own span where that is shorter than a year: such a rate is not annualised. */
export function notAnnualised(series: FlowSeries): FlowSeries {
  return series.span >= DAYS_A_YEAR ? series : { ...series, year: Math.max(1, series.span) };
}

/** A series in the making: lists of the right length from the start, since growing them would take longer than filling them. */
interface Growing {
  readonly days: number[];
  readonly amounts: number[];
  readonly gapOf: number[];
  readonly gaps: number[];
  first: number;
  signChanges: number;
}

const seriesFor = (count: number): Growing => ({
  days: new Array<number>(count),
  amounts: new Array<number>(count),
  gapOf: new Array<number>(count),
  gaps: [],
  first: 0,
  signChanges: 0,
});

function add(series: Growing, i: number, day: number, amount: number): void {
  const { days, amounts, gapOf } = series;
  amounts[i] = amount;
  if (i === 0) {
    series.first = day;
    days[0] = 0;
    gapOf[0] = 0;
    return;
  }
  const since = day - series.first;
  days[i] = since;
  if (amount > 0 !== amounts[i - 1]! > 0) series.signChanges += 1;
  gapOf[i] = placeOf(since - days[i - 1]!, series.gaps);
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

function placeOf(gap: number, gaps: number[]): number {
  for (let place = gaps.length - 1; place >= Math.max(0, gaps.length - COMPARED_GAPS); place--) {
    if (gaps[place] === gap) return place;
  }
  return gaps.push(gap) - 1;
}

/**
 * The nearest double. What decimal.js keeps as one or two words of 7 digits is a whole number below 10^14 over a power of ten: one division
 * rounds it as reading its text would, in a fraction of the time.
 */
function toDouble(amount: Decimal): number {
  const { d: words, e: exponent, s: sign } = amount;
  if (words !== null && exponent >= 0 && exponent < 7) {
    if (words.length === 1) return sign * words[0]!;
    if (words.length === 2) return (sign * (words[0]! * WORD + words[1]!)) / WORD;
  } else if (words !== null && exponent >= 7 && exponent < 14 && words.length === 2)
    return sign * (words[0]! * WORD + words[1]!);
  const cents = toSmallUnits(amount, 2);
  return cents === undefined ? amount.toNumber() : cents / 100;
}

/** What a word of decimal.js holds less than. */
const WORD = 10_000_000;
