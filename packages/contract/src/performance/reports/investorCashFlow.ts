import { defineReport } from '../../core/report.ts';
import { asKnownOn, currency, fund, fundParameter, performanceReport } from './parameters.ts';

/** Contributions and distributions of each investor, by date. */
export const investorCashFlow = defineReport({
  ...performanceReport,
  category: 'investor',
  name: 'investor-cash-flow',
  title: 'Investor Cash Flow',
  group: 'Investors',
  summary: 'Each investor’s contributions to and distributions from each fund during a period, by day.',
  parameters: {
    from: { kind: 'date', title: 'From' },
    to: { kind: 'date', title: 'To' },
    ...fundParameter,
    investorId: { kind: 'reference', title: 'Investor', target: 'investor' },
    ...asKnownOn,
  },
  columns: [
    {
      field: 'investor',
      kind: 'reference',
      target: 'investor',
      title: 'Investor',
      href: '/performance/investor/{investor}/overview',
    },
    { field: 'date', kind: 'date', title: 'Date' },
    fund,
    currency,
    { field: 'contributions', kind: 'money', title: 'Contributions', adds: true },
    { field: 'distributions', kind: 'money', title: 'Distributions', adds: true },
    { field: 'net', kind: 'money', title: 'Net', adds: true },
  ],
  groupBy: ['investor'],
  splitBy: ['currency'],
  defaultSort: { field: 'date', ascending: false },
});
