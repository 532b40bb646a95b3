import { addMonths, type CalendarDate, compareDates, groupBy } from '../../kernel/index.ts';
import type { PlannedPayroll } from './planPayroll.ts';

/** A period for which a file in force pays an employee. */
export interface PaidPeriod {
  readonly employeeId: string;
  readonly payTypeId: string;
  readonly provider: string;
  readonly periodStart: CalendarDate;
  readonly periodEnd: CalendarDate;
}
/** A period of a new file and a different period that share days, with the people paid for both. */
export interface OverlappingPeriods {
  readonly period: Pick<PlannedPayroll, 'periodStart' | 'periodEnd'>;
  readonly other: PaidPeriod;
  readonly people: readonly string[];
}

/**
 * Returns the periods of new files that overlap a different period, in force or of another new file, for which an employee is paid the same type of
 * pay. The tie-out would expect the salary of both periods. The same period of another provider adds to it and isn't an overlap.
 */
export function overlappingPeriods(
  files: readonly PlannedPayroll[],
  inForce: readonly PaidPeriod[],
): readonly OverlappingPeriods[] {
  const found = files.flatMap(({ periodStart, periodEnd, rows }, at) => {
    const paid = new Set(rows.map(({ employeeId, payTypeId }) => `${employeeId} ${payTypeId}`));
    return [...inForce, ...files.slice(0, at).flatMap(periodsOf)]
      .filter(
        (other) =>
          paid.has(`${other.employeeId} ${other.payTypeId}`) &&
          compareDates(other.periodStart, periodEnd) <= 0 &&
          compareDates(other.periodEnd, periodStart) >= 0 &&
          !(other.periodStart === periodStart && other.periodEnd === periodEnd),
      )
      .map((other) => ({ period: { periodStart, periodEnd }, other }));
  });
  const keyOf = ({ period, other }: (typeof found)[number]) =>
    [period.periodStart, period.periodEnd, other.payTypeId, other.provider, other.periodStart, other.periodEnd].join(
      ' ',
    );
  return [...groupBy(found, keyOf).values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, people: [...new Set(group.map(({ other }) => other.employeeId))] }] : [];
  });
}

const periodsOf = ({ rows, provider, periodStart, periodEnd }: PlannedPayroll): readonly PaidPeriod[] =>
  rows.map(({ employeeId, payTypeId }) => ({ employeeId, payTypeId, provider, periodStart, periodEnd }));

const MONTHS_AHEAD = 12;

/** Returns the pay dates of new files that are more than a year after today, in ascending order. */
export function farPayDates(files: readonly PlannedPayroll[], today: CalendarDate): readonly CalendarDate[] {
  const latest = addMonths(today, MONTHS_AHEAD);
  const dates = files.flatMap(({ rows }) => rows.map(({ payDate }) => payDate));
  return [...new Set(dates)].filter((payDate) => compareDates(payDate, latest) > 0).toSorted(compareDates);
}
