import { defineReport } from '../../core/report.ts';
import { currency, requestedEmployee, employeeAt, fromDate, money, payReport, toDate } from './payReportFields.ts';

/** The selectable periods of payroll: the latest period that has ended and has rows, or the last full calendar month, quarter or year. */
const payrollPeriods = [
  { code: 'payPeriod', description: 'Past Pay Period' },
  { code: 'pastMonth', description: 'Past Month' },
  { code: 'pastQuarter', description: 'Past Quarter' },
  { code: 'pastYear', description: 'Past Year' },
];

/** Payments by payroll, by employee and pay type. */
export const payrollActuals = defineReport({
  ...payReport,
  name: 'payroll-actuals',
  otherPath: '/api/comp/employee/payrollActuals/:period',
  title: 'Payroll actuals',
  group: 'Payroll',
  summary: 'Payroll payments in a period, by employee, pay type and currency.',
  parameters: {
    period: { kind: 'status', title: 'Period', options: payrollPeriods },
    from: fromDate,
    to: toDate,
    employeeId: requestedEmployee,
    payTypeId: { kind: 'reference', target: 'reference:pay-type', title: 'Pay type' },
  },
  columns: [
    employeeAt('payroll-actual'),
    { field: 'payType', kind: 'reference', target: 'reference:pay-type', title: 'Pay type' },
    { field: 'provider', kind: 'text', title: 'Provider' },
    currency,
    { field: 'payments', kind: 'count', title: 'Payments', countOf: 'rowId' },
    money('amount', 'Amount'),
  ],
  groupBy: ['employee'],
  splitBy: ['currency'],
  charts: [
    {
      title: 'Payroll by pay type',
      measure: 'amount',
      by: 'payType',
      top: 7,
      href: '/comp/report/payroll-actuals?payTypeId={payType}&period={:period}&from={:from}&to={:to}&employeeId={:employeeId}',
    },
  ],
  defaultSort: { field: 'payType', ascending: true },
  tags: ['PayrollFile'],
});
