/** What is told of a company at entry and now, in the currency of who holds it; those that may be negative say so. */
export const metricPairs = {
  grossDebt: { title: 'Gross debt' },
  totalEquityValue: { title: 'Total equity value', negative: true },
  netDebt: { title: 'Net debt', negative: true },
  totalEnterpriseValue: { title: 'Total enterprise value', negative: true },
  ltmRevenue: { title: 'LTM revenue' },
  ltmEbitda: { title: 'LTM EBITDA', negative: true },
  cashBalance: { title: 'Cash balance' },
  ltmCapex: { title: 'LTM CAPEX' },
  ltmInterestPaid: { title: 'LTM interest paid' },
} as const;
export type MetricPair = keyof typeof metricPairs;
/** What the holder owns of it, at entry and now: in percent here, kept divided by 100. */
export const ownershipPairs = {
  ownershipFullyDiluted: 'Fully diluted equity',
  ownershipUndiluted: 'Undiluted equity',
  ownershipDebt: 'Debt',
} as const;
export type OwnershipPair = keyof typeof ownershipPairs;
