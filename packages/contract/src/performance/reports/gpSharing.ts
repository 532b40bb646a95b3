import { defineReport } from '../../core/report.ts';
import {
  asKnownOn,
  asOf,
  currency,
  figureMarks,
  fund,
  fundParameter,
  performanceReport,
  quarter,
  summedMoney,
} from './parameters.ts';

/** The general partner's share of each fund and of its carry. */
export const gpSharing = defineReport({
  ...performanceReport,
  category: 'fund',
  name: 'gp-sharing',
  title: 'GP Sharing',
  group: 'Funds',
  summary:
    'The general partner’s commitment to each fund, and its carry: entitlement, earned, paid, still owed or due back.',
  note: 'Entitlement and exposure are computed from the fund’s terms, as is the accrued carry in its profile. Carry earned, accrued, paid, returned and in escrow comes from its ledger. Distributions include carry paid. Participants’ escrow is in their accounts.',
  offThread: true,
  parameters: { ...asOf, ...fundParameter, ...asKnownOn },
  columns: [
    fund,
    { field: 'partner', kind: 'reference', target: 'investor', title: 'General partner' },
    currency,
    quarter,
    { field: 'commitment', title: 'GP commitment', ...summedMoney },
    { field: 'contributions', title: 'Contributions', ...summedMoney },
    { field: 'distributions', title: 'Distributions', ...summedMoney },
    { field: 'nav', title: 'NAV', ...summedMoney },
    { field: 'entitlement', title: 'Carry entitlement', ...summedMoney },
    { field: 'earned', title: 'Carry earned, booked', ...summedMoney },
    { field: 'accrued', title: 'Carry accrued, booked', ...summedMoney },
    { field: 'paid', title: 'Carry paid', ...summedMoney },
    { field: 'returned', title: 'Clawback returned', ...summedMoney },
    { field: 'escrow', title: 'In escrow, booked', ...summedMoney },
    { field: 'exposure', title: 'Exposure', ...summedMoney },
  ],
  marks: figureMarks,
  groupBy: [],
  splitBy: ['currency'],
  partOf: 'fund',
  counted: 'funds',
  defaultSort: { field: 'fund', ascending: true },
});
