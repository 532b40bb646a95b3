import { type CalendarDate, type Decimal, dayNumber, toSmallUnits, zero } from '@carrara/domain/kernel';

/** Cash on a day: negative when it is paid in, positive when it is received. */
export interface CashFlow {
  readonly date: CalendarDate;
  readonly amount: Decimal;
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
}

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
  const days = kept.map(([day]) => day);
  return seriesOf(days, exact.map(toDouble), () => exact);
}

/** A series of rising days and of amounts other than zero. */
export function seriesOf(
  days: readonly number[],
  amounts: readonly number[],
  exact: () => readonly Decimal[],
): FlowSeries {
  const series = seriesFor(days.length);
  for (let i = 0; i < days.length; i++) add(series, i, days[i]!, amounts[i]!);
  return finished(series, exact);
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
