import { calendarDate, compareDates, calendarYear } from '../../kernel/index.ts';
import { lastDay } from './input.ts';
import type { StatementInputText } from './statementText.ts';

/** Returns the part of an input that the statement uses: its year and the year before, for comparison. Only this part is stored. */
export function inputsUsedIn(input: StatementInputText): StatementInputText {
  const years = [input.year - 1, input.year];
  const end = lastDay(input.year);
  const isBegun = (day: string) => compareDates(calendarDate(day), end) <= 0;
  const isOf = (day: string) => years.includes(calendarYear(calendarDate(day)));
  return {
    ...input,
    salaries: input.salaries.filter(({ effectiveDate }) => isBegun(effectiveDate)),
    employment: input.employment.filter(({ from }) => isBegun(from)),
    awards: input.awards.filter(
      ({ performanceYear, paidOn }) => years.includes(performanceYear) || (paidOn !== null && isOf(paidOn)),
    ),
    deferred: input.deferred.flatMap((award) => {
      const entries = award.entries.filter(({ on }) => isBegun(on));
      return entries.length > 0 ? [{ ...award, entries }] : [];
    }),
    payroll: input.payroll.filter(({ on }) => isOf(on)),
    carry: input.carry.filter(({ on }) => isOf(on)),
  };
}
