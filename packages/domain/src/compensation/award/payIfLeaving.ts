import { type CalendarDate, compareDates, type Recorder, yearOf } from '../../kernel/index.ts';
import type { Span } from '../salary/index.ts';
import { type PayOfPerson, type YearOfPay, yearOfPay } from './yearOfPay.ts';

/** Whether a day is one of the employment. */
export const isEmployedOn = (employment: readonly Span[], on: CalendarDate): boolean =>
  employment.some(({ from, to }) => compareDates(from, on) <= 0 && (to === null || compareDates(on, to) <= 0));

/**
 * The pay of the year in which somebody would leave, to that day: the year of pay with an employment that ends on it. Days ahead go by the
 * salaries that are known today; what is granted or carried is told apart.
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
  return yearOfPay(pay, yearOf(on), on, explain);
}
