import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  calendarYear,
  type Decimal,
  monthNumber,
  zero,
} from '@carrara/domain/kernel';
import { changeSinceEntry } from './change.ts';

/** A value of a key figure: a balance at the end of a day, or a sum over the days until then. */
export interface KeyFigurePoint {
  readonly on: CalendarDate;
  /** Null if the figure isn't determined on that day. */
  readonly value: Decimal | null;
}

/** The change of a key figure from the end of an earlier period. */
interface KeyFigureChange {
  readonly since: CalendarDate;
  readonly difference: Decimal;
  /** In percent, with the sign of the difference; null if the earlier value is zero. */
  readonly percent: Decimal | null;
}

/**
 * Computes the change of a key figure from an earlier period. Null if one of the values isn't determined.
 *
 *     difference = value - earlier value;  percent = difference / |earlier value| x 100
 *
 * Units:  both values in one unit, the percentage in percent.
 * Source: docs/calculations/change.md.
 */
function keyFigureChange(earlier: KeyFigurePoint | undefined, value: Decimal | null): KeyFigureChange | null {
  if (!earlier?.value || value === null) return null;
  const { change, sign } = changeSinceEntry(earlier.value, value);
  return {
    since: earlier.on,
    difference: value.sub(earlier.value),
    percent: earlier.value.isZero() ? null : sign === '-' ? change.negated() : change,
  };
}

/** Returns the ends of the last full quarters before a date and the date itself, earliest first. The change of a balance is since the last but one. */
export function balanceDays(today: CalendarDate, quarters: number): readonly CalendarDate[] {
  const firstMonth = monthNumber(today) - ((monthNumber(today) - 1) % 3);
  const start = calendarDate(`${today.slice(0, 5)}${String(firstMonth).padStart(2, '0')}-01`);
  const ends = Array.from({ length: quarters }, (_, at) => addDays(addMonths(start, -3 * at), -1));
  return [...ends.toReversed(), today];
}

/** The days that a sum covers. */
export interface YearSpan {
  readonly from: CalendarDate;
  readonly on: CalendarDate;
}

const isMonthEnd = (day: CalendarDate): boolean => monthNumber(addDays(day, 1)) !== monthNumber(day);

/**
 * Returns the spans of a figure that starts at zero each year: the years before, and the year until its last day with
 * records. The latter is compared with the same days of the year before. A month end is compared with the month end of
 * the year before.
 */
export function yearSpans(
  until: CalendarDate,
  years: number,
): { readonly series: readonly YearSpan[]; readonly before: YearSpan } {
  const year = calendarYear(until);
  const startOf = (at: number) => calendarDate(`${String(at)}-01-01`);
  // The end of February is compared with the end of February, which has a day more or less around a leap year.
  const nextMonth = addMonths(addDays(until, 1), -12);
  const past = Array.from({ length: years }, (_, at) => year - years + at);
  return {
    series: [
      ...past.map((at) => ({ from: startOf(at), on: calendarDate(`${String(at)}-12-31`) })),
      { from: startOf(year), on: until },
    ],
    before: { from: startOf(year - 1), on: isMonthEnd(until) ? addDays(nextMonth, -1) : addMonths(until, -12) },
  };
}

/**
 * Returns the sum of the amounts in each span. A span without amounts isn't determined if it is not after the first span with any, because the
 * records may begin later than the payments.
 */
export function pointsOfSpans(
  amounts: readonly (YearSpan & { readonly value: Decimal })[],
  spans: readonly YearSpan[],
): readonly KeyFigurePoint[] {
  const [first] = amounts.map(({ from }) => from).toSorted();
  return spans.map(({ from, on }) => {
    const own = amounts.filter((amount) => amount.from === from && amount.on === on);
    const isUnknown = own.length === 0 && (first === undefined || from <= first);
    return { on, value: isUnknown ? null : own.reduce((sum, { value }) => sum.add(value), zero) };
  });
}

/** A key figure: its current value, the change from the period before, and the points of a sparkline, earliest first. */
export interface KeyFigure {
  readonly value: Decimal | null;
  readonly change: KeyFigureChange | null;
  readonly series: readonly KeyFigurePoint[];
}

/** Returns the figure of a series whose last point is its value. Without an earlier value to compare with, it is compared with the point before. */
export function keyFigure(series: readonly KeyFigurePoint[], earlier = series.at(-2)): KeyFigure {
  const value = series.at(-1)?.value ?? null;
  return { value, change: keyFigureChange(earlier, value), series };
}
