import {
  addMonths,
  type CalendarDate,
  compareDates,
  type Failures,
  fail,
  type Path,
  shownDate,
} from '../../kernel/index.ts';

/** Pay is written at most so many years ahead; a day beyond is a slip of the pen. */
const yearsAhead = 10;
/** What is deferred vests and is paid at most so many years ahead. */
export const yearsDeferred = 50;

/** Fails: DATE_TOO_LATE. */
export function payDayFailures(day: CalendarDate, today: CalendarDate, path: Path, years = yearsAhead): Failures {
  const last = addMonths(today, years * 12);
  return compareDates(day, last) > 0
    ? [fail('DATE_TOO_LATE', path, `Pay is written up to ${shownDate(last)}, ${years} years ahead.`)]
    : [];
}
