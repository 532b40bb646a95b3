/** The four columns of the Performance Template: before or after fees and carry, with the subscription line or as if there were none. */
export const performanceColumns = ['grossWith', 'netWith', 'grossWithout', 'netWithout'] as const;
export type PerformanceColumn = (typeof performanceColumns)[number];

/** The side of a flow in a column: paid in (a return reduces it) or received. If absent, it isn't in the column. */
type Side = 'paidIn' | 'received';

type Treatment = Readonly<Partial<Record<PerformanceColumn, Side>>>;

const everywhere = (side: Side): Treatment => ({
  grossWith: side,
  netWith: side,
  grossWithout: side,
  netWithout: side,
});
const net = (side: Side): Treatment => ({ netWith: side, netWithout: side });
const gross = (side: Side): Treatment => ({ grossWith: side, grossWithout: side });
const without = (side: Side): Treatment => ({ grossWithout: side, netWithout: side });
const allBut = (column: PerformanceColumn, side: Side): Treatment => {
  const { [column]: _, ...rest } = everywhere(side);
  return rest;
};

/**
 * The granular method: calls and draws are itemized by use, and those for fees are excluded from gross.
 *
 * Source: ILPA Performance Template v1.1, 2025-03-31, sheet of the transaction mapping, 34 types.
 */
export const granularTypes = {
  'Capital Call: Investments': everywhere('paidIn'),
  'Capital Call: Management Fees/Partnership Expenses': net('paidIn'),
  'Capital Call: Management Fees (Inside Commitment)': net('paidIn'),
  'Capital Call: Management Fees (Outside Commitment)': net('paidIn'),
  'Capital Call: Partnership Expenses': net('paidIn'),
  'Capital Call: Placement Agent Fees': net('paidIn'),
  'Capital Call: Working Capital': everywhere('paidIn'),
  'Fund-level Subscription Facility Drawdown: Investments': without('paidIn'),
  'Fund-level Subscription Facility Drawdown: Management Fees/Partnership Expenses': { netWithout: 'paidIn' },
  'Fund-level Subscription Facility Drawdown: Working Capital': without('paidIn'),
  'Capital Call: Fund-level Subscription Facility Fees/Interest': { netWith: 'paidIn' },
  'Synthetic Distribution: Fund-level Subscription Facility Repayment: Investments': without('paidIn'),
  'Synthetic Distribution: Fund-level Subscription Facility Repayment: Management Fees/Partnership Expenses': {
    netWithout: 'paidIn',
  },
  'Deemed GP Contribution from LPs': net('paidIn'),
  'Carry / Clawback': gross('received'),
  'Distribution: Carry': gross('received'),
  'Distribution: Clawback': gross('received'),
  'Distribution: Permanent': everywhere('received'),
  'Distribution: Permanent - Income/Dividends': everywhere('received'),
  'Distribution: Permanent - Gain / Loss': everywhere('received'),
  'Distribution: Permanent - Return of Capital': everywhere('received'),
  'Distribution: Permanent - Return of Management Fees': everywhere('received'),
  'Distribution: Permanent - Return of Partnership Expenses': everywhere('received'),
  'Distribution: Recallable': everywhere('received'),
  'Distribution: Recallable - Return of Capital': everywhere('received'),
  'Distribution: Recallable - Return of Management Fees': everywhere('received'),
  'Distribution: Recallable - Return of Partnership Expenses': everywhere('received'),
  'Distribution: Return of Excess Capital Called: Investments': everywhere('paidIn'),
  'Distribution: Return of Excess Capital Called: Management Fees/Partnership Expenses': net('paidIn'),
  'Quarter-end Adjustment for Carry Allocation': gross('received'),
  'Quarter-end Adjustment for Accrued Management Fees/Partnership Expenses': gross('received'),
  'Quarter-end Adjustment for Accrued Fees/Interest from Fund-level Subscription Facility': allBut(
    'netWith',
    'received',
  ),
  'Gross Up Outstanding Balance from Fund-level Subscription Facility': without('received'),
  NAV: everywhere('received'),
} as const satisfies Readonly<Record<string, Treatment>>;

/**
 * The gross-up method: calls and draws are totals, and amounts used for fees, expenses, the line and carry are added back to gross.
 *
 * Source: ILPA Performance Template v1.1 (gross up), 2025-03-31.
 */
const grossUpTypes = {
  'Capital Call: Total Amount': everywhere('paidIn'),
  'Fund-level Subscription Facility Drawdown: Total Amount': without('paidIn'),
  'Synthetic Distribution: Fund-level Subscription Facility Repayment': without('paidIn'),
  'Carry / Clawback': gross('received'),
  'Distribution: Permanent': everywhere('received'),
  'Distribution: Recallable': everywhere('received'),
  'Distribution: Return of Excess Capital Called': everywhere('paidIn'),
  'Gross Up Management Fees': gross('received'),
  'Gross Up Partnership Expenses': gross('received'),
  'Gross Up Fund-level Subscription Facility Fees/Interest': allBut('netWith', 'received'),
  'Gross Up Unrealized Carried Interest': gross('received'),
  'Gross Up Outstanding Balance from Fund-level Subscription Facility': without('received'),
  NAV: everywhere('received'),
} as const satisfies Readonly<Record<string, Treatment>>;

/** Types that are added back. Before a column's first call or draw, they move to that date. */
export const addBackTypes: ReadonlySet<string> = new Set([
  'Gross Up Management Fees',
  'Gross Up Partnership Expenses',
  'Gross Up Fund-level Subscription Facility Fees/Interest',
]);

/** Returns true for calls and draws, the first of which begins a column. */
export const beginsColumn = (type: string): boolean =>
  type.startsWith('Capital Call:') || type.startsWith('Fund-level Subscription Facility Drawdown:');

/** The methods. A vehicle uses the same one for its whole life. */
export const performanceMethods = ['GRANULAR', 'GROSS_UP'] as const;
export type PerformanceMethod = (typeof performanceMethods)[number];

/** Returns the treatment of a type; undefined if the method doesn't have it. Accepts the spellings of ILPA's own files. */
export function findTreatment(method: PerformanceMethod, type: string): Treatment | undefined {
  const types: Readonly<Record<string, Treatment>> = method === 'GRANULAR' ? granularTypes : grossUpTypes;
  const spelling = spelled[type] ?? type;
  return Object.hasOwn(types, spelling) ? types[spelling] : undefined;
}

const spelled: Readonly<Record<string, string>> = {
  'Distribution: Carry - (Should be input as a positive value)': 'Distribution: Carry',
  'Quarter-end Adjustment for Accrued Interest from Fund-level Subscription Facility':
    'Quarter-end Adjustment for Accrued Fees/Interest from Fund-level Subscription Facility',
};
