import { type CalendarDate, compareDates, type Recorder, calendarYear } from '../../kernel/index.ts';
import type { Span } from '../salary/index.ts';
import { type PayOfPerson, type YearOfPay, yearOfPay } from './yearOfPay.ts';

/** Returns true if the person is employed on a date. */
const isEmployedOn = (employment: readonly Span[], on: CalendarDate): boolean =>
  employment.some(({ from, to }) => compareDates(from, on) <= 0 && (to === null || compareDates(on, to) <= 0));

/**
 * Returns the day whose figures count for leaving on a date. This is the date itself, or the last day of employment
 * if the person had left before it. Null before the hire. Without any recorded employment, the date itself.
 */
export function leavingDay(employment: readonly Span[], on: CalendarDate): CalendarDate | null {
  if (employment.length === 0 || isEmployedOn(employment, on)) return on;
  const ended = employment.flatMap(({ to }) => (to !== null && compareDates(to, on) < 0 ? [to] : []));
  return ended.toSorted(compareDates).at(-1) ?? null;
}

/**
 * Computes the pay of the year in which somebody would leave, up to that date, as a year of pay whose employment ends then. Future days use the
 * salaries entered so far. Grants and carry are reported separately.
 *
 * Source: docs/calculations/compensation-year.md.
 */
export function payIfLeaving(
  { salaries, employment, awards }: Pick<PayOfPerson, 'salaries' | 'employment' | 'awards'>,
  on: CalendarDate,
  explain?: Recorder,
): readonly YearOfPay[] {
  const ended = employment.flatMap(({ from, to }) =>
    compareDates(from, on) > 0 ? [] : [{ from, to: to !== null && compareDates(to, on) < 0 ? to : on }],
  );
  const pay = { salaries, employment: ended, awards, deferredGrants: [], carry: [] };
  return yearOfPay(pay, calendarYear(on), on, explain);
}
