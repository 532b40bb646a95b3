import { addMonths, type CalendarDate, type Failures, fail, displayedDate } from '../../kernel/index.ts';

/**
 * Checks the last valid day of a token. It must be today or later, and within a year, so that no token outlives the people who know of it.
 *
 * Fails: TOKEN_PERIOD at `endsOn`.
 */
export function tokenPeriodFailures(endsOn: CalendarDate, today: CalendarDate): Failures {
  if (endsOn < today) return [fail('TOKEN_PERIOD', ['endsOn'], 'The last day is in the past. Choose today or later.')];
  const last = addMonths(today, 12);
  if (endsOn <= last) return [];
  return [
    fail('TOKEN_PERIOD', ['endsOn'], `A token can last at most a year. Choose ${displayedDate(last)} or earlier.`),
  ];
}
