import { defineReport } from '../../core/report.ts';
import { carryOfGp } from '../fundProfile/figureNotes.ts';
import {
  asKnownOn,
  asOf,
  currency,
  multipleMarks,
  fund,
  fundParameter,
  performanceReport,
  quarter,
  summedMoney,
} from './parameters.ts';

/** The value and return of each investor in each fund. */
export const investorIrrs = defineReport({
  ...performanceReport,
  category: 'investor',
  name: 'investor-irrs',
  title: 'Investor IRRs',
  group: 'Investors',
  summary: 'Net IRR and multiples of each investor’s commitments at a quarter end.',
  note: carryOfGp,
  parameters: {
    ...asOf,
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
    fund,
    currency,
    quarter,
    { field: 'commitment', title: 'Commitment', ...summedMoney },
    { field: 'contributions', title: 'Contributions', ...summedMoney },
    { field: 'distributions', title: 'Distributions', ...summedMoney },
    { field: 'nav', title: 'NAV', ...summedMoney },
    { field: 'irr', kind: 'return', title: 'Net IRR' },
    { field: 'dpi', kind: 'multiple', title: 'DPI' },
    { field: 'tvpi', kind: 'multiple', title: 'TVPI' },
  ],
  marks: [...multipleMarks, 'irrPartial', 'excluded'],
  groupBy: ['investor'],
  splitBy: ['currency'],
  counted: 'funds',
  defaultSort: { field: 'fund', ascending: true },
});
