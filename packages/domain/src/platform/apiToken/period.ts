import { addDays, type CalendarDate, type Failures, fail, shownDate } from '../../kernel/index.ts';

/** A year, its first and last day included, whatever its number of days. */
const mostDays = 366;

/**
 * Why a token may not be worth something up to and with a day: one is of use today at least and for a year at most, so that none outlives those who
 * know of it.
 *
 * Fails: TOKEN_PERIOD at `endsOn`.
 * Source: design of the platform, section 7.
 */
export function tokenPeriodFailures(endsOn: CalendarDate, today: CalendarDate): Failures {
  if (endsOn < today) return [fail('TOKEN_PERIOD', ['endsOn'], 'is over already')];
  const last = addDays(today, mostDays);
  if (endsOn <= last) return [];
  return [fail('TOKEN_PERIOD', ['endsOn'], `is more than a year ahead: ${shownDate(last)} at most`)];
}
