import { defineReport } from '../../core/report.ts';
import { asKnownOn, summedMoney } from './parameters.ts';

const money = { kind: 'money', adds: true } as const;

/** The current and past holdings of each fund and coinvestment, by investment. */
export const fundPortfolioSummaries = defineReport({
  name: 'pfs/funds',
  title: 'Portfolio Summary Fund Report',
  group: 'Statements',
  summary: 'Invested, proceeds, income, cost and fair value of each investment of each fund at a quarter end.',
  module: 'performance',
  permission: 'fundLedger.view',
  parameters: {
    endDate: { kind: 'date', title: 'Reporting date', required: true },
    ...asKnownOn,
  },
  columns: [
    { field: 'fund', kind: 'reference', target: 'container', title: 'Fund', href: '/performance/fund/{fund}/overview' },
    { field: 'investment', kind: 'reference', target: 'investment', title: 'Investment' },
    { field: 'currency', kind: 'code', title: 'Currency' },
    { field: 'invested', title: 'Invested', ...money },
    { field: 'proceeds', title: 'Proceeds', ...money },
    { field: 'income', title: 'Income', ...money },
    { field: 'cost', title: 'Remaining cost', ...money },
    { field: 'fairValue', title: 'Fair value', ...summedMoney },
    { field: 'unrealized', title: 'Unrealized gain', ...summedMoney },
    { field: 'grossMoic', kind: 'multiple', title: 'Gross MOIC' },
    { field: 'grossIrr', kind: 'return', title: 'Gross IRR', nullIs: 'not determined' },
  ],
  marks: ['notDetermined', 'grossIrrAnnualized'],
  groupBy: ['fund'],
  splitBy: ['currency'],
  defaultSort: { field: 'investment', ascending: true },
  pageSize: 20,
  tags: ['Ledger', 'Fund', 'Coinvestment', 'Investment'],
});
