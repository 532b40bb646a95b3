/** The views of the portfolio metrics editor, with their groups of fields. This file contains only data and imports nothing. */
export const metricViews = {
  companyGeneral: 'Company',
  currentValuation: 'Valuation',
  deal: 'Deal',
  investmentMetrics: 'Investment metrics',
  currentInvestment: 'Ownership',
  geographic: 'Geography',
} as const;

/** Returns the label of a publicly or privately held company. */
export const publicityText = (isPublic: boolean): string => (isPublic ? 'Publicly Held' : 'Privately Held');
