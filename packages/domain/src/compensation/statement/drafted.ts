import { type CalendarDate, type Failures, fail, yearOf } from '../../kernel/index.ts';

/** What stands against a statement of somebody and a year. Fails: OWN_PAY, YEAR_NOT_OVER. */
export function statementFailures(
  { year, isOwn }: { readonly year: number; readonly isOwn: boolean },
  today: CalendarDate,
): Failures {
  if (isOwn) return [fail('OWN_PAY', ['employee'], 'Nobody writes the own pay.')];
  return year < yearOf(today)
    ? []
    : [fail('YEAR_NOT_OVER', ['year'], `A statement is of a whole year, and ${year} has not ended.`)];
}
