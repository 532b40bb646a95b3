import { defineReport } from '../../core/report.ts';
import { currency, requestedEmployee, employeeAt, fromDate, money, payReport, toDate } from './payReportFields.ts';

/** The roll-forward of deferred awards between two dates: opening + granted - paid - forfeited = closing. */
export const deferredAwards = defineReport({
  ...payReport,
  name: 'deferred-awards',
  title: 'Deferred awards',
  group: 'Pay',
  summary: 'Deferred awards outstanding, granted, paid and forfeited between two dates.',
  parameters: { from: fromDate, to: toDate, employeeId: requestedEmployee },
  columns: [
    employeeAt('compensation'),
    { field: 'grantDate', kind: 'date', title: 'Grant date' },
    currency,
    money('opening', 'Opening'),
    money('granted', 'Granted'),
    money('paid', 'Paid'),
    money('forfeited', 'Forfeited'),
    money('closing', 'Closing'),
    money('vested', 'Vested of closing'),
  ],
  groupBy: ['employee'],
  splitBy: ['currency'],
  defaultSort: { field: 'grantDate', ascending: true },
  tags: ['DeferredAward'],
});
