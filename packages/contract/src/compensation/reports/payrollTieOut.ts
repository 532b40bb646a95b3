import { defineReport } from '../../core/report.ts';
import { currency, requestedEmployee, employeeAt, fromDate, money, payReport, toDate } from './payReportFields.ts';

const options = [
  { code: 'OPEN', description: 'To explain' },
  { code: 'UNDETERMINED', description: 'Not determined' },
  { code: 'EXPLAINED', description: 'Explained' },
  { code: 'AGREED', description: 'Agrees' },
];

/** Salaries paid by payroll compared with the salaries on record, by period. */
export const payrollTieOut = defineReport({
  ...payReport,
  name: 'payroll-tie-out',
  title: 'Payroll tie-out',
  group: 'Payroll',
  summary: 'Payroll payments compared with salaries for each pay period, with explanations of differences.',
  parameters: {
    from: fromDate,
    to: toDate,
    employeeId: requestedEmployee,
    status: { kind: 'status', title: 'State', options },
  },
  columns: [
    employeeAt('payroll-actual'),
    { field: 'periodStart', kind: 'date', title: 'Period start' },
    { field: 'periodEnd', kind: 'date', title: 'Period end' },
    currency,
    money('expected', 'Expected'),
    money('paid', 'Paid'),
    money('difference', 'Difference'),
    { field: 'basis', kind: 'text', title: 'Basis' },
    { field: 'status', kind: 'status', title: 'State', options },
    { field: 'explanation', kind: 'longText', title: 'Explanation' },
  ],
  note: ({ from, to }) =>
    from == null && to == null ? 'Without dates, only the latest period that has ended is listed.' : undefined,
  marks: ['notDetermined'],
  groupBy: [],
  splitBy: ['currency'],
  defaultSort: { field: 'employee', ascending: true },
  tags: ['PayrollFile', 'Salary'],
});
