import { defineReport } from '../../core/report.ts';
import { requestedBasisNote } from '../fundProfile/figureNotes.ts';
import {
  asKnownOn,
  asOf,
  currency,
  multipleMarks,
  fund,
  performanceReport,
  basisParameter,
  quarter,
  summedMoney,
} from './parameters.ts';

/** All funds with their figures, in one list. */
export const fundOverview = defineReport({
  ...performanceReport,
  category: 'fund',
  name: 'fund-overview',
  at: 'list',
  title: 'Fund Overview',
  group: 'Funds',
  summary: 'Commitments, calls, distributions, NAV and returns of every fund and coinvestment.',
  note: requestedBasisNote,
  parameters: { ...asOf, ...basisParameter, ...asKnownOn },
  columns: [
    fund,
    { field: 'code', kind: 'code', title: 'Code' },
    currency,
    quarter,
    { field: 'commitment', title: 'Commitment', ...summedMoney },
    { field: 'contributions', title: 'Contributions', ...summedMoney },
    { field: 'distributions', title: 'Distributions', ...summedMoney },
    { field: 'unfunded', title: 'Unfunded', ...summedMoney },
    { field: 'nav', title: 'NAV', ...summedMoney },
    { field: 'irr', kind: 'return', title: 'Net IRR' },
    { field: 'tvpi', kind: 'multiple', title: 'TVPI' },
    { field: 'dpi', kind: 'multiple', title: 'DPI' },
  ],
  marks: multipleMarks,
  groupBy: [],
  splitBy: ['currency'],
  counted: 'funds',
  defaultSort: { field: 'fund', ascending: true },
});
