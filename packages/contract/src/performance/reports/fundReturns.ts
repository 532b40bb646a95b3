import { defineReport } from '../../core/report.ts';
import { returnsBasisNote } from '../fundProfile/figureNotes.ts';
import {
  asKnownOn,
  asOf,
  currency,
  fund,
  fundParameter,
  performanceReport,
  basisParameter,
  quarter,
} from './parameters.ts';

/** The return of each fund over 1, 3, 5 and 10 years, and since inception. */
export const fundReturns = defineReport({
  ...performanceReport,
  category: 'fund',
  name: 'fund-returns',
  title: 'Fund returns',
  group: 'Funds',
  summary:
    'Each fund’s net return over 1, 3, 5 and 10 years to a quarter end, and since inception. Ended funds use their last figures.',
  note: returnsBasisNote,
  offThread: true,
  parameters: { ...asOf, ...fundParameter, ...basisParameter, ...asKnownOn },
  columns: [
    fund,
    { field: 'code', kind: 'code', title: 'Code' },
    currency,
    quarter,
    { field: 'oneYear', kind: 'return', title: '1 year' },
    { field: 'threeYears', kind: 'return', title: '3 years' },
    { field: 'fiveYears', kind: 'return', title: '5 years' },
    { field: 'tenYears', kind: 'return', title: '10 years' },
    { field: 'sinceInception', kind: 'return', title: 'Since inception' },
  ],
  marks: ['notDetermined', 'reportedRate'],
  groupBy: [],
  splitBy: [],
  defaultSort: { field: 'fund', ascending: true },
});
