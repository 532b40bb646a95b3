import type { PortfolioSummaryLine } from './portfolioSummary.ts';

/** The figures of a line as they are shown and printed. */
export const portfolioFigures = [
  { field: 'invested', kind: 'money', title: 'Invested' },
  { field: 'proceeds', kind: 'money', title: 'Proceeds' },
  { field: 'income', kind: 'money', title: 'Income' },
  { field: 'remainingCost', kind: 'money', title: 'Remaining cost' },
  { field: 'fairValue', kind: 'money', title: 'Fair value' },
  { field: 'total', kind: 'money', title: 'Total value' },
  { field: 'gain', kind: 'money', title: 'Gain' },
  { field: 'grossMoic', kind: 'multiple', title: 'Gross MOIC' },
  { field: 'grossIrr', kind: 'return', title: 'Gross IRR' },
  { field: 'partOfFund', kind: 'percent', title: '% of fair value' },
] as const;

/** The figures of a sum. Its rate has no room for its mark: that of a span under a year is told of the securities alone. */
export const portfolioTotals = (sum: PortfolioSummaryLine | undefined) =>
  sum === undefined
    ? []
    : portfolioFigures
        .filter(({ field }) => field !== 'grossIrr' || sum.grossIrrAnnualised !== false)
        .map(({ field }) => ({ field, total: sum[field] }));
