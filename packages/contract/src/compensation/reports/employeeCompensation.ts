import { defineReport } from '../../core/report.ts';
import { displayedDay } from '../../core/today.ts';
import { currency, requestedEmployee, employeeAt, money, payReport } from './payReportFields.ts';

/** The years of the comparison, earliest first. */
export const yearColumns = ['fourBefore', 'threeBefore', 'twoBefore', 'oneBefore', 'year'] as const;

/**
 * Returns the years that the requested date implies: the last year, and the two years whose change is reported. A year in progress isn't compared
 * with a complete one.
 */
export function requestedYears(query: Readonly<Record<string, unknown>>) {
  const day = String(query['selectedDate'] ?? query['today']);
  const isOver = day.endsWith('-12-31');
  return { day, last: Number(day.slice(0, 4)), isOver, change: isOver ? ([3, 4] as const) : ([2, 3] as const) };
}

function titles(query: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const { day, last, isOver, change } = requestedYears(query);
  const yearAt = (at: number) => String(last - yearColumns.length + 1 + at);
  const [from, to] = change.map(yearAt);
  return {
    ...Object.fromEntries(yearColumns.map((column, at) => [column, yearAt(at)])),
    ...(isOver ? {} : { year: `${String(last)} with the annual salary on ${displayedDay(day)}` }),
    change: `Change from ${from} to ${to}`,
    percent: `Change from ${from} to ${to}, %`,
  };
}

/** Total compensation of an employee, five years side by side. */
export const employeeCompensation = defineReport({
  ...payReport,
  name: 'ecr',
  title: 'Employee compensation',
  group: 'Pay',
  summary: 'Each employee’s total compensation for the year of a date and the four years before it.',
  offThread: true,
  parameters: { selectedDate: { kind: 'date', title: 'As of', help: 'Blank: today.' }, employeeId: requestedEmployee },
  columns: [
    employeeAt('compensation'),
    currency,
    money('fourBefore', 'Four years before'),
    money('threeBefore', 'Three years before'),
    money('twoBefore', 'Two years before'),
    money('oneBefore', 'Year before'),
    money('year', 'Year'),
    { field: 'change', kind: 'money', title: 'Change between full years' },
    { field: 'percent', kind: 'percent', title: 'Change between full years, %' },
  ],
  titles,
  marks: ['notDetermined'],
  groupBy: [],
  splitBy: ['currency'],
  defaultSort: { field: 'employee', ascending: true },
  tags: ['Salary', 'Award', 'DeferredAward', 'Distribution'],
});
