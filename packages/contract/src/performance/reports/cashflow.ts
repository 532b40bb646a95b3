import { cashFlowCategories } from '@carrara/domain/performance/ledger/entryType';
import { defineReport } from '../../core/report.ts';
import { asKnownOn, currency, fund, ofFund, ofPerformance } from './parameters.ts';

/** Ledger entries of funds, by type. */
export const cashflow = defineReport({
  ...ofPerformance,
  category: 'fund',
  name: 'cashflow',
  title: 'Cash Flow',
  summary:
    'The entries of funds in a period by their types, with the sums of each; types have no sum, since each has a direction of its own.',
  parameters: {
    from: { kind: 'date', title: 'From' },
    to: { kind: 'date', title: 'To' },
    ...ofFund,
    category: {
      kind: 'status',
      title: 'Category',
      options: cashFlowCategories.map((code) => ({ code, description: code })),
    },
    ...asKnownOn,
  },
  columns: [
    { field: 'type', kind: 'text', title: 'Type' },
    { field: 'date', kind: 'date', title: 'Date' },
    fund,
    { field: 'category', kind: 'text', title: 'Category' },
    { field: 'quarter', kind: 'date', title: 'Quarter', hidden: true },
    currency,
    { field: 'amount', kind: 'money', title: 'Amount', adds: true, addsWithin: 'type' },
    { field: 'description', kind: 'longText', title: 'Description' },
  ],
  groupBy: ['type'],
  apart: ['currency'],
  defaultSort: { field: 'date', ascending: false },
});
