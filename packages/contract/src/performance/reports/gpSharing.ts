import { defineReport } from '../../core/report.ts';
import { asKnownOn, asOf, currency, figureMarks, fund, ofFund, ofPerformance, quarter, summed } from './parameters.ts';

/** The general partner's share of each fund and of its carry. */
export const gpSharing = defineReport({
  ...ofPerformance,
  category: 'fund',
  name: 'gp-sharing',
  title: 'GP Sharing',
  group: 'Funds',
  summary:
    'The general partner’s commitment to each fund, and its carry: entitlement, earned, paid, still owed or due back.',
  note: 'Entitlement and exposure are computed from the fund’s terms. Carry earned, accrued, paid, returned and in escrow comes from its ledger. Distributions include carry paid. Participants’ escrow is in their accounts.',
  offThread: true,
  parameters: { ...asOf, ...ofFund, ...asKnownOn },
  columns: [
    fund,
    { field: 'partner', kind: 'reference', target: 'investor', title: 'General partner' },
    currency,
    quarter,
    { field: 'commitment', title: 'GP commitment', ...summed },
    { field: 'contributions', title: 'Contributions', ...summed },
    { field: 'distributions', title: 'Distributions', ...summed },
    { field: 'nav', title: 'NAV', ...summed },
    { field: 'entitlement', title: 'Carry entitlement', ...summed },
    { field: 'earned', title: 'Carry earned, booked', ...summed },
    { field: 'accrued', title: 'Carry accrued', ...summed },
    { field: 'paid', title: 'Carry paid', ...summed },
    { field: 'returned', title: 'Clawback returned', ...summed },
    { field: 'escrow', title: 'In escrow, booked', ...summed },
    { field: 'exposure', title: 'Exposure', ...summed },
  ],
  marks: figureMarks,
  groupBy: [],
  splitBy: ['currency'],
  partOf: 'fund',
  counted: 'funds',
  defaultSort: { field: 'fund', ascending: true },
});
