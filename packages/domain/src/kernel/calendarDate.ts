import { err, type Failure, fail, ok, type Path, type Result } from './failure.ts';

/** A day of the Gregorian calendar as ISO text, without time or zone: '2026-11-21', from year 0001 to 9999. */
export type CalendarDate = string & { readonly __brand: 'CalendarDate' };

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
/** From the first of March to the end of a year. */
const DAYS_FROM_MARCH = 306;
const DAYS_FROM_YEAR_1_TO_1970 = 719_162;
const LAST_YEAR = 9999;
/** The character '0'. */
const ZERO = 48;

/**
 * Reads a date that came from outside.
 *
 * Fails:  DATE_FORMAT (not YYYY-MM-DD), DATE_NOT_REAL (2026-02-30, month 13, year 0000).
 */
export function parseDate(input: unknown, path: Path): Result<CalendarDate, Failure> {
  if (typeof input !== 'string' || !ISO_DATE.test(input)) {
    return err(fail('DATE_FORMAT', path, 'expected a date as YYYY-MM-DD'));
  }
  return isReal(input)
    ? ok(input as CalendarDate)
    : err(fail('DATE_NOT_REAL', path, `${input} is not a calendar date`));
}

/** Converts trusted text (a constant or a database value) to a date. Throws if it isn't one. */
export function calendarDate(text: string): CalendarDate {
  if (!ISO_DATE.test(text) || !isReal(text)) throw new RangeError(`not a calendar date: ${text}`);
  return text as CalendarDate;
}

/**
 * The same day of another month, clipped to that month's last day: 2020-01-31 plus 1 is 2020-02-29.
 *
 * Throws when the result leaves the years 0001 to 9999.
 */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const index = calendarYear(date) * 12 + monthNumber(date) - 1 + months;
  const year = Math.floor(index / 12);
  const month = index - year * 12 + 1;
  return format(year, month, Math.min(dayOfMonth(date), monthLength(year, month)));
}

/**
 * Whole months from one date to another: the largest n, also negative, with addMonths(from, n) <= to.
 *
 * Month ends count as reached when the clipped day is: 2020-01-31 to 2020-02-29 is 1; 2020-01-30 to 2020-02-28 is 0.
 * Source: docs/calculations/vesting.md.
 */
export function monthsBetween(from: CalendarDate, to: CalendarDate): number {
  const months = (calendarYear(to) - calendarYear(from)) * 12 + monthNumber(to) - monthNumber(from);
  const reached = Math.min(dayOfMonth(from), monthLength(calendarYear(to), monthNumber(to))) <= dayOfMonth(to);
  return reached ? months : months - 1;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(dayNumber(date) + days);
}

/** Days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** Formats a date for display: MM/dd/yyyy. */
export const displayedDate = (date: string): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;

/** The number of events that a failure lists. */
const mostListed = 3;

/** Returns the first events with their days, each text once, and the number of the others: "vested on 03/01/2026, 2 more". */
export function listedByDay(events: readonly { readonly title: string; readonly on: CalendarDate }[]): string {
  const sorted = events.toSorted((event, other) => compareDates(event.on, other.on));
  const texts = [...new Set(sorted.map(({ title, on }) => `${title.toLowerCase()} on ${displayedDate(on)}`))];
  const more = texts.length - mostListed;
  return [...texts.slice(0, mostListed), ...(more > 0 ? [`${String(more)} more`] : [])].join(', ');
}

/** Negative, zero or positive, for sorting. */
export function compareDates(a: CalendarDate, b: CalendarDate): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Days since 1970-01-01, which is 0. */
export function dayNumber(date: CalendarDate): number {
  const month = monthNumber(date);
  // In years that begin with March, the leap day is the last one. The months before a month have (153 x months + 2) / 5 days.
  const isOfYearBefore = month < 3;
  const year = isOfYearBefore ? calendarYear(date) - 1 : calendarYear(date);
  const daysBeforeMonth = ((month + (isOfYearBefore ? 9 : -3)) * 153 + 2) / 5;
  return (
    daysBeforeYear(year + 1) - DAYS_FROM_MARCH + (daysBeforeMonth | 0) + dayOfMonth(date) - 1 - DAYS_FROM_YEAR_1_TO_1970
  );
}

/** The inverse of `dayNumber`. Throws outside the years 0001 to 9999. */
export function fromDayNumber(number: number): CalendarDate {
  const days = number + DAYS_FROM_YEAR_1_TO_1970;
  // The estimate by the mean length of a year is right or one year early, never late, for every day of the calendar.
  let year = Math.floor(days / 365.2425) + 1;
  if (days >= daysBeforeYear(year + 1)) year += 1;
  let rest = days - daysBeforeYear(year);
  let month = 1;
  while (rest >= monthLength(year, month)) {
    rest -= monthLength(year, month);
    month += 1;
  }
  return format(year, month, rest + 1);
}

// Read by character. Slicing and converting text is ten times slower, and computing a rate of return reads thousands of dates.
export function calendarYear(date: CalendarDate): number {
  return (
    date.charCodeAt(0) * 1000 + date.charCodeAt(1) * 100 + date.charCodeAt(2) * 10 + date.charCodeAt(3) - ZERO * 1111
  );
}

export function monthNumber(date: CalendarDate): number {
  return date.charCodeAt(5) * 10 + date.charCodeAt(6) - ZERO * 11;
}

export function dayOfMonth(date: CalendarDate): number {
  return date.charCodeAt(8) * 10 + date.charCodeAt(9) - ZERO * 11;
}

export function isLeapYear(year: number): boolean {
  return (year & 3) === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function monthLength(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function daysBeforeYear(year: number): number {
  const before = year - 1;
  const centuries = (before / 100) | 0;
  return before * 365 + (before >> 2) - centuries + (centuries >> 2);
}

/** Returns true if digits in the form of a date are one. */
function isReal(text: string): boolean {
  const date = text as CalendarDate;
  const [year, month, day] = [calendarYear(date), monthNumber(date), dayOfMonth(date)];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month);
}

function format(year: number, month: number, day: number): CalendarDate {
  if (!(year >= 1 && year <= LAST_YEAR)) throw new RangeError('a date must lie in the years 0001 to 9999');
  const pad = (value: number, width: number) => String(value).padStart(width, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` as CalendarDate;
}
