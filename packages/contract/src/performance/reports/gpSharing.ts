import { defineReport } from '../../core/report.ts';
import { asKnownOn, asOf, currency, figureMarks, fund, ofFund, ofPerformance, quarter, summed } from './parameters.ts';

/** The general partner's share of each fund and of its carry. */
export const gpSharing = defineReport({
  ...ofPerformance,
  category: 'fund',
  name: 'gp-sharing',
  title: 'GP Sharing',
  summary:
    "The general partner's own commitment to each fund, and the carry that it is entitled to, earned, was paid and is still owed, or would have to give back.",
  note: 'Entitlement and exposure are computed from the terms of the fund. Carry earned, accrued, paid, returned and in escrow are the entries in its ledger; escrow that is held for participants is in their accounts.',
  parameters: { ...asOf, ...ofFund, ...asKnownOn },
  columns: [
    fund,
    { field: 'partner', kind: 'reference', of: 'investor', title: 'General partner' },
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
  apart: ['currency'],
  partOf: 'fund',
  counted: 'funds',
  defaultSort: { field: 'fund', ascending: true },
});
