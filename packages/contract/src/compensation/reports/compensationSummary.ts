import { defineReport } from '../../core/report.ts';
import { currency, requestedEmployee, employeeAt, money, payReport } from './payReportFields.ts';

/** The pay of a year, by currency or converted to one. */
export const compensationSummary = defineReport({
  ...payReport,
  name: 'compensation-summary',
  offThread: true,
  title: 'Compensation summary',
  group: 'Pay',
  summary: 'Salary on a date, and that full year’s awards, deferred awards and carry, by employee.',
  failures: ['NO_FX_RATE', 'FX_RATE_NOT_POSITIVE', 'NOT_FOUND'],
  parameters: {
    selectedDate: {
      kind: 'date',
      title: 'As of',
      help: 'Salaries on this day; awards and carry of its whole year. Blank: today.',
    },
    employeeId: requestedEmployee,
    officeId: { kind: 'reference', target: 'reference:office', title: 'Office' },
    /** Converts salaries at the report date; awards, grants and carry at their own dates. */
    currencyId: { kind: 'reference', target: 'reference:currency', title: 'In one currency' },
  },
  columns: [
    employeeAt('compensation'),
    { field: 'office', kind: 'reference', target: 'reference:office', title: 'Office' },
    currency,
    money('baseSalary', 'Base salary'),
    money('bonus', 'Bonus'),
    money('supplementalBonus', 'Supplemental bonus'),
    money('other', 'Other'),
    money('totalCash', 'Total cash'),
    money('deferredGranted', 'Deferred granted'),
    money('grossCarryDistributed', 'Gross carry'),
    { ...money('totalCompensation', 'Total compensation'), isKey: true },
    money('salaryEarned', 'Salary earned'),
  ],
  marks: ['notDetermined'],
  groupBy: [],
  splitBy: ['currency'],
  charts: [
    {
      title: 'Total compensation by office',
      measure: 'totalCompensation',
      by: 'office',
      top: 7,
      href: '/comp/report/compensation-summary?officeId={office}&selectedDate={:selectedDate}&currencyId={:currencyId}',
    },
  ],
  defaultSort: { field: 'employee', ascending: true },
  tags: ['Salary', 'Award', 'DeferredAward', 'Distribution'],
});
