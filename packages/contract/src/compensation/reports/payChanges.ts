import { defineReport } from '../../core/report.ts';
import { currency, requestedEmployee, employeeAt, fromDate, payReport, toDate } from './payReportFields.ts';

/** Salary changes, each compared with the previous salary in the same currency. */
export const payChanges = defineReport({
  ...payReport,
  name: 'pay-changes',
  title: 'Pay changes',
  group: 'Pay',
  summary: 'Each new salary in a period compared with the previous one, as an amount and a percentage.',
  parameters: { from: fromDate, to: toDate, employeeId: requestedEmployee },
  columns: [
    employeeAt('compensation'),
    { field: 'effectiveDate', kind: 'date', title: 'Effective date' },
    currency,
    { field: 'before', kind: 'money', title: 'Paid rate before' },
    { field: 'after', kind: 'money', title: 'Paid rate' },
    { field: 'change', kind: 'money', title: 'Change', adds: true, excludesParts: true },
    { field: 'percent', kind: 'percent', title: 'Change %' },
    { field: 'reason', kind: 'text', title: 'Reason' },
  ],
  groupBy: ['employee'],
  splitBy: ['currency'],
  defaultSort: { field: 'effectiveDate', ascending: false },
  tags: ['Salary'],
});
