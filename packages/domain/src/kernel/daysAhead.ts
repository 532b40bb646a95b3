import { addMonths, type CalendarDate, calendarYear, compareDates, displayedDate } from './calendarDate.ts';
import { type Failures, fail, type Path } from './failure.ts';

/** The number of years ahead for which pay, terminations and rehires can be entered. A later date is probably a typo. */
const yearsAhead = 10;

/** Checks that a date isn't too far in the future. `subject` begins the text: 'Pay'. Fails: DATE_TOO_LATE. */
export function dayAheadFailures(
  day: CalendarDate,
  today: CalendarDate,
  path: Path,
  subject: string,
  years = yearsAhead,
): Failures {
  const last = addMonths(today, years * 12);
  if (compareDates(day, last) <= 0) return [];
  const text = `${subject} can be entered at most ${years} years ahead. Choose ${displayedDate(last)} or earlier.`;
  return [fail('DATE_TOO_LATE', path, text)];
}

/** Checks that a year isn't too far in the future, with the same limit. Fails: DATE_TOO_LATE. */
export function yearAheadFailures(year: number, today: CalendarDate, path: Path, subject: string): Failures {
  const last = calendarYear(today) + yearsAhead;
  if (year <= last) return [];
  const text = `${subject} can be entered at most ${yearsAhead} years ahead. Choose ${last} or earlier.`;
  return [fail('DATE_TOO_LATE', path, text)];
}
