import { cashFlowCategories } from '@carrara/domain/performance/ledger/entryType';
import { defineReport } from '../../core/report.ts';
import { asKnownOn, currency, fund, fundParameter, performanceReport } from './parameters.ts';

/** Ledger entries of funds, by type. */
export const cashflow = defineReport({
  ...performanceReport,
  category: 'fund',
  name: 'cashflow',
  title: 'Cash Flow',
  group: 'Funds',
  summary:
    'Funds’ entries in a period by type, with a total for each type. There is no grand total because types have different directions.',
  parameters: {
    from: { kind: 'date', title: 'From' },
    to: { kind: 'date', title: 'To' },
    ...fundParameter,
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
  splitBy: ['currency'],
  defaultSort: { field: 'date', ascending: false },
});
