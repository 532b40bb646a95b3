import { addMonths, type CalendarDate, compareDates, decimal, groupBy } from '../../kernel/index.ts';
import { isEmploymentOver, salariesOfDays } from '../salary/index.ts';
import type { PlannedPayroll } from './planPayroll.ts';
import type { EnteredPayroll, SalariedPerson } from './reportedOfPayroll.ts';

/** A period for which a file in force pays an employee. */
export interface PaidPeriod {
  readonly employeeId: string;
  readonly payTypeId: string;
  readonly provider: string;
  readonly periodStart: CalendarDate;
  readonly periodEnd: CalendarDate;
}
/** A period of a new file and another one that share days, with the people paid for both. */
export interface OverlappingPeriods {
  readonly period: Pick<PlannedPayroll, 'periodStart' | 'periodEnd'>;
  readonly other: PaidPeriod;
  readonly people: readonly string[];
}

/**
 * Returns the periods of new files for which an employee is paid the same type of pay in an overlapping period. That period is in force or of
 * another new file. The same period of another provider is one too: the tie-out would expect its salary once and find it paid twice. `inForce`
 * excludes the files that the new ones supersede.
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
          compareDates(other.periodEnd, periodStart) >= 0,
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

/** Returns the rows that pay a salary to somebody whose employment had ended before the period. */
export function paidAfterLeaving(
  rows: readonly EnteredPayroll[],
  people: readonly SalariedPerson[],
): readonly EnteredPayroll[] {
  const employmentOf = new Map(people.map(({ employeeId, employment }) => [employeeId, employment]));
  return rows.filter(({ employeeId, isSalary, isCorrection, periodStart, periodEnd }) => {
    const employment = employmentOf.get(employeeId) ?? [];
    return isSalary && !isCorrection && isEmploymentOver(employment, periodStart, periodEnd);
  });
}

/** Returns the rows that pay a salary to somebody who was hired after the period. */
export function paidBeforeHire(
  rows: readonly EnteredPayroll[],
  people: readonly SalariedPerson[],
): readonly EnteredPayroll[] {
  const employmentOf = new Map(people.map(({ employeeId, employment }) => [employeeId, employment]));
  return rows.filter(({ employeeId, isSalary, isCorrection, periodEnd }) => {
    const employment = employmentOf.get(employeeId) ?? [];
    const isLater = employment.length > 0 && employment.every(({ from }) => compareDates(from, periodEnd) > 0);
    return isSalary && !isCorrection && isLater;
  });
}

/** Returns the rows that pay a salary in a currency in which the person has none in the period, although they have one. */
export function paidInOtherCurrency(
  rows: readonly EnteredPayroll[],
  people: readonly SalariedPerson[],
): readonly EnteredPayroll[] {
  const personOf = new Map(people.map((person) => [person.employeeId, person]));
  return rows.filter(({ employeeId, isSalary, currencyId, periodStart, periodEnd }) => {
    const { salaries = [], employment = [] } = personOf.get(employeeId) ?? {};
    const inForce = salariesOfDays(salaries, employment, periodStart, periodEnd);
    return isSalary && inForce.length > 0 && !inForce.some(({ currency }) => currency === currencyId);
  });
}

/** Returns the rows that are paid more than a month before their period starts. */
export const rowsPaidEarly = (rows: readonly EnteredPayroll[]): readonly EnteredPayroll[] =>
  rows.filter(({ payDate, periodStart }) => compareDates(addMonths(payDate, 1), periodStart) < 0);

/** Returns the rows with a negative amount that aren't corrections. */
export const negativeRows = (rows: readonly EnteredPayroll[]): readonly EnteredPayroll[] =>
  rows.filter(({ amount, isCorrection }) => !isCorrection && decimal(amount).isNegative());

/**
 * Returns the rows that pay somebody different salaries for the same period, by person and currency. Two payments for one period have different pay
 * dates, and equal rows are reported as repeated, so neither is included. `overlappingPeriods` finds periods that share days.
 */
export function differentSalaries(rows: readonly EnteredPayroll[]): readonly (readonly EnteredPayroll[])[] {
  const salaries = rows.filter(({ isSalary, isCorrection }) => isSalary && !isCorrection);
  return [...groupBy(salaries, ({ employeeId, currencyId }) => `${employeeId} ${currencyId}`).values()].flatMap(
    (own) => {
      const found = own.filter((row) => own.some((other) => isOtherSalary(row, other)));
      return found.length > 0 ? [found] : [];
    },
  );
}

const isOtherSalary = (row: EnteredPayroll, other: EnteredPayroll): boolean =>
  row.periodStart === other.periodStart &&
  row.periodEnd === other.periodEnd &&
  row.payDate === other.payDate &&
  row.payTypeId === other.payTypeId &&
  row.amount !== other.amount;
