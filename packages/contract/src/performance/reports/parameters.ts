import type { Parameter } from '../../core/report.ts';

/** What reports of figures are asked with; the latest figures without a date, everything without a record. */
export const asOf = { endDate: { kind: 'date', title: 'Reporting date' } } as const satisfies Readonly<
  Record<string, Parameter>
>;
export const ofFund = {
  fundId: { kind: 'reference', title: 'Fund', of: 'vehicle' },
} as const satisfies Readonly<Record<string, Parameter>>;

export const ofPerformance = {
  module: 'performance',
  permission: 'fundLedger.view',
  pageSize: 20,
  tags: ['Ledger', 'Fund', 'Coinvestment', 'Investor', 'Fund Performance'],
} as const;

export const summed = { kind: 'money', adds: true, nullIs: 'not determined' } as const;
export const currency = { field: 'currency', kind: 'code', title: 'Currency' } as const;
/** Of when the last figures until the reporting date are: where it is another day, there are none of that. */
export const quarter = { field: 'quarter', kind: 'date', title: 'Last figures' } as const;
export const fund = {
  field: 'fund',
  kind: 'reference',
  of: 'container',
  title: 'Fund',
  href: '/performance/fund/{fund}/overview',
} as const;
