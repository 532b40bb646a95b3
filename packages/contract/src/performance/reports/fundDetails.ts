import { defineReport } from '../../core/report.ts';
import { ofFeePayingPartners } from '../figureNotes.ts';
import { asKnownOn, asOf, currency, figureMarks, fund, ofFund, ofPerformance, quarter, summed } from './parameters.ts';

/** What each fund is, and its figures. */
export const fundDetails = defineReport({
  ...ofPerformance,
  category: 'fund',
  name: 'fund-details',
  title: 'Fund Details',
  summary: 'Dates and terms of each fund with its figures at a quarter end.',
  note: ofFeePayingPartners,
  parameters: { ...asOf, ...ofFund, firmId: { kind: 'reference', title: 'Firm', of: 'firm' }, ...asKnownOn },
  columns: [
    { field: 'code', kind: 'code', title: 'Code' },
    fund,
    { field: 'firm', kind: 'reference', of: 'firm', title: 'Firm', href: '/performance/firm/{firm}/overview' },
    currency,
    { field: 'vintageYear', kind: 'year', title: 'Vintage year' },
    { field: 'initialCloseDate', kind: 'date', title: 'Initial close' },
    { field: 'finalCloseDate', kind: 'date', title: 'Final close' },
    quarter,
    { field: 'commitment', title: 'Commitment', ...summed },
    { field: 'contributions', title: 'Contributions', ...summed },
    { field: 'distributions', title: 'Distributions', ...summed },
    { field: 'unfunded', title: 'Unfunded', ...summed },
    { field: 'nav', title: 'NAV', ...summed },
    { field: 'irr', kind: 'return', title: 'Net IRR' },
    { field: 'tvpi', kind: 'multiple', title: 'TVPI' },
    { field: 'dpi', kind: 'multiple', title: 'DPI' },
    { field: 'grossIrr', kind: 'return', title: 'Gross IRR' },
    { field: 'grossMoic', kind: 'multiple', title: 'Gross MOIC' },
  ],
  marks: figureMarks,
  groupBy: [],
  apart: ['currency'],
  counted: 'funds',
  charts: [{ title: 'NAV by fund', of: 'nav', by: 'fund', top: 10 }],
  defaultSort: { field: 'code', ascending: true },
});
