/** The metrics of a company, at entry and current, in the holder's currency. Those that may be negative are marked. */
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
/** The holder's ownership, at entry and current. Entered in percent and stored as a fraction. */
export const ownershipPairs = {
  ownershipFullyDiluted: 'Fully diluted equity',
  ownershipUndiluted: 'Undiluted equity',
  ownershipDebt: 'Debt',
} as const;
export type OwnershipPair = keyof typeof ownershipPairs;
