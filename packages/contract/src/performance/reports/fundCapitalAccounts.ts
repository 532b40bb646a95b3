import { defineReport } from '../../core/report.ts';
import { accountsAsIlpa, allPartnersNote, ownCommitmentsNote } from '../fundProfile/figureNotes.ts';
import { asKnownOn } from './parameters.ts';

const money = { kind: 'money', adds: true, nullIs: 'not determined' } as const;

/** The capital account of each fund and coinvestment in one line, from the opening to the closing value. */
export const fundCapitalAccounts = defineReport({
  name: 'cas/funds',
  title: 'Capital Account Fund Report',
  group: 'Statements',
  summary:
    'The capital account of each fund for the quarter, the fiscal year or since inception, with one row per fund.',
  module: 'performance',
  permission: 'fundLedger.view',
  note: `${allPartnersNote} ${accountsAsIlpa}`,
  ownNote: `${ownCommitmentsNote} ${accountsAsIlpa}`,
  parameters: {
    endDate: { kind: 'date', title: 'Reporting date', required: true },
    periodId: {
      kind: 'status',
      title: 'Period',
      options: [
        { code: 'QTD', description: 'Quarter to date' },
        { code: 'YTD', description: 'Fiscal year to date' },
        { code: 'ITD', description: 'Inception to date' },
      ],
      defaultText: 'Quarter to date',
    },
    ...asKnownOn,
  },
  columns: [
    { field: 'fundCode', kind: 'code', title: 'Code' },
    { field: 'fund', kind: 'reference', target: 'container', title: 'Fund', href: '/performance/fund/{fund}/cas' },
    { field: 'currency', kind: 'code', title: 'Currency' },
    { field: 'beginning', title: 'Beginning NAV', ...money },
    { field: 'contributions', title: 'Contributions', ...money },
    { field: 'distributions', title: 'Distributions', ...money },
    { field: 'otherFlows', title: 'Costs and transfers', hidden: true, ...money },
    { field: 'operating', title: 'Net operating income', ...money },
    { field: 'realized', title: 'Realized gain', ...money },
    { field: 'unrealized', title: 'Unrealized gain', ...money },
    { field: 'ending', title: 'Ending NAV', ...money },
    { field: 'commitment', title: 'Commitment', ...money },
    { field: 'unfunded', title: 'Unfunded', ...money },
  ],
  groupBy: [],
  splitBy: ['currency'],
  counted: 'funds',
  defaultSort: { field: 'fund', ascending: true },
  pageSize: 20,
  tags: ['Ledger', 'Fund', 'Coinvestment'],
});
