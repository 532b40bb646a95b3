import {
  addMonths,
  type CalendarDate,
  compareDates,
  type Failures,
  fail,
  type Path,
  displayedDate,
} from '../../kernel/index.ts';

/** The employee whose pay changes. */
export interface PayableEmployee {
  readonly hireDate: CalendarDate | null;
  /** True if the pay is that of the acting person, which the rules of each record refuse. */
  readonly isOwn: boolean;
}

/** The failure if an employee doesn't exist, or their pay isn't visible. The same for both, so that it doesn't disclose which. */
export const payNotVisible = fail(
  'NOT_FOUND',
  ['employee'],
  'You don’t have access to this employee’s pay, or there is no such employee.',
);

/** The number of years ahead for which pay can be entered. A later date is probably a typo. */
const yearsAhead = 10;
/** The number of years ahead within which deferred pay must vest and be paid. */
export const yearsDeferred = 50;

/** Checks that a date isn't too far in the future. Fails: DATE_TOO_LATE. */
export function payDayFailures(day: CalendarDate, today: CalendarDate, path: Path, years = yearsAhead): Failures {
  const last = addMonths(today, years * 12);
  return compareDates(day, last) > 0
    ? [
        fail(
          'DATE_TOO_LATE',
          path,
          `Pay can be entered at most ${years} years ahead. Choose ${displayedDate(last)} or earlier.`,
        ),
      ]
    : [];
}
