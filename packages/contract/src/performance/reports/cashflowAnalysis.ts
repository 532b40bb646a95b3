import { defineReport } from '../../core/report.ts';
import { requestedBasisNote } from '../fundProfile/figureNotes.ts';
import {
  asKnownOn,
  currency,
  multipleMarks,
  fund,
  fundParameter,
  performanceReport,
  basisParameter,
} from './parameters.ts';

/** The figures of each fund at each of its quarter ends. */
export const cashflowAnalysis = defineReport({
  ...performanceReport,
  category: 'fund',
  name: 'cashflow-analysis',
  title: 'Cash Flow Analysis',
  group: 'Funds',
  summary: 'Contributions, distributions and NAV at each quarter end, with multiples.',
  note: requestedBasisNote,
  parameters: {
    from: { kind: 'date', title: 'From' },
    to: { kind: 'date', title: 'To' },
    ...fundParameter,
    ...basisParameter,
    ...asKnownOn,
  },
  columns: [
    fund,
    { field: 'quarter', kind: 'date', title: 'Quarter' },
    currency,
    { field: 'contributions', kind: 'money', title: 'Contributions until then' },
    { field: 'distributions', kind: 'money', title: 'Distributions until then' },
    { field: 'unfunded', kind: 'money', title: 'Unfunded' },
    { field: 'nav', kind: 'money', title: 'NAV', nullIs: 'not determined' },
    { field: 'irr', kind: 'return', title: 'Net IRR' },
    { field: 'dpi', kind: 'multiple', title: 'DPI' },
    { field: 'tvpi', kind: 'multiple', title: 'TVPI' },
  ],
  marks: multipleMarks,
  groupBy: ['fund'],
  splitBy: [],
  defaultSort: { field: 'quarter', ascending: true },
});
