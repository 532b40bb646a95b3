import { defineReport } from '../../core/report.ts';
import { asKnownOn, currency, figureMarks, performanceReport, summedMoney } from './parameters.ts';

/** The performance of each current and past investment of a fund. */
export const investmentAnalytics = defineReport({
  ...performanceReport,
  category: 'investment',
  name: 'investment-analytics',
  title: 'Investment analytics',
  group: 'Investments',
  summary: 'The cost, returns and value of each of a fund’s investments, by sector.',
  parameters: {
    endDate: { kind: 'date', title: 'Reporting date', required: true },
    fundId: { kind: 'reference', title: 'Fund', target: 'vehicle', required: true },
    ...asKnownOn,
  },
  columns: [
    { field: 'sector', kind: 'reference', target: 'reference:sector', title: 'Sector' },
    { field: 'investment', kind: 'reference', target: 'investment', title: 'Investment' },
    { field: 'initialInvestmentDate', kind: 'date', title: 'Since' },
    currency,
    { field: 'invested', title: 'Invested', ...summedMoney },
    { field: 'proceeds', title: 'Proceeds', ...summedMoney },
    { field: 'income', title: 'Income', ...summedMoney },
    { field: 'cost', title: 'Remaining cost', ...summedMoney },
    { field: 'fairValue', title: 'Fair value', ...summedMoney },
    { field: 'unrealized', title: 'Unrealized gain', ...summedMoney },
    { field: 'grossMoic', kind: 'multiple', title: 'Gross MOIC' },
    { field: 'grossIrr', kind: 'return', title: 'Gross IRR' },
  ],
  marks: figureMarks,
  groupBy: ['sector'],
  splitBy: ['currency'],
  counted: 'investments',
  charts: [
    {
      title: 'Fair value by sector',
      measure: 'fairValue',
      by: 'sector',
      top: 7,
      href: '/performance/investment?f.sector={sector}&f.vehicleId={:fundId}&endDate={:endDate}',
    },
  ],
  defaultSort: { field: 'investment', ascending: true },
});
