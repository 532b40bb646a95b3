/** The views of the editor of portfolio metrics, with the groups of fields that they show. This file is data and imports nothing. */
export const metricViews = {
  companyGeneral: 'Company',
  currentValuation: 'Valuation',
  deal: 'Deal',
  investmentMetrics: 'Investment metrics',
  currentInvestment: 'Ownership',
  geographic: 'Geography',
} as const;

/** What is said of a company that is, or is not, publicly held. */
export const publicityText = (isPublic: boolean): string => (isPublic ? 'Publicly Held' : 'Privately Held');
