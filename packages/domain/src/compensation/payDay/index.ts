import {
  type CalendarDate,
  dayAheadFailures,
  type Failures,
  fail,
  type Path,
  yearAheadFailures,
} from '../../kernel/index.ts';

/** The employee whose pay changes. */
export interface PayableEmployee {
  readonly hireDate: CalendarDate | null;
  /** True if the pay belongs to the acting person. The rules of each record then refuse the change. */
  readonly isOwn: boolean;
}

/** The failure if an employee doesn't exist, or their pay isn't visible. The same for both, so that it doesn't disclose which. */
export const payNotVisible = fail(
  'NOT_FOUND',
  ['employee'],
  'You don’t have access to this employee’s pay, or there is no such employee.',
);

/** The number of years ahead within which deferred pay must vest and be paid. */
export const yearsDeferred = 50;

/** Checks that a date of pay isn't too far in the future. Fails: DATE_TOO_LATE. */
export const payDayFailures = (day: CalendarDate, today: CalendarDate, path: Path, years?: number): Failures =>
  dayAheadFailures(day, today, path, 'Pay', years);

/** Checks that a year of pay isn't too far in the future. Fails: DATE_TOO_LATE. */
export const payYearFailures = (year: number, today: CalendarDate, path: Path): Failures =>
  yearAheadFailures(year, today, path, 'Pay');
