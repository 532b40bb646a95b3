import { type CalendarDate, type Failures, fail, shownDate, yearOf } from '../../kernel/index.ts';

/** Checks whether statements for one or many people can be drafted for a year. Fails: OWN_PAY, YEAR_BEFORE_HIRE, YEAR_NOT_OVER. */
export function statementFailures(
  { year, isOwn, hireDate }: { readonly year: number; readonly isOwn: boolean; readonly hireDate: CalendarDate | null },
  today: CalendarDate,
): Failures {
  if (isOwn) return [fail('OWN_PAY', ['employee'], 'You can’t edit your own pay.')];
  if (hireDate !== null && year < yearOf(hireDate))
    return [fail('YEAR_BEFORE_HIRE', ['year'], `${year} ended before the hire on ${shownDate(hireDate)}.`)];
  return year < yearOf(today)
    ? []
    : [fail('YEAR_NOT_OVER', ['year'], `A statement covers a whole year, and ${year} has not ended yet.`)];
}
