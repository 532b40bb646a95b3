import type { PortfolioSummaryLine } from './portfolioSummary.ts';

/** The displayed figures of a portfolio line. */
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
  { field: 'partOfFund', kind: 'return', title: '% of fair value' },
] as const;

/** Returns the figures of a sum. There is no space to mark its rate, so only securities mark rates over a span under a year. */
export const portfolioTotals = (sum: PortfolioSummaryLine | undefined) =>
  sum === undefined
    ? []
    : portfolioFigures
        .filter(({ field }) => field !== 'grossIrr' || sum.grossIrrAnnualized !== false)
        .map(({ field }) => ({ field, total: sum[field] }));
