import { defineReport } from '../../core/report.ts';
import { asKnownOn, asOf, currency, figureMarks, fund, performanceReport, quarter, summedMoney } from './parameters.ts';

/** All investments with their holders, in one list. */
export const investmentDetails = defineReport({
  ...performanceReport,
  category: 'investment',
  name: 'investment-details',
  at: 'list',
  title: 'Investment Details',
  group: 'Investments',
  summary: 'Cost, proceeds, fair value and gross return of the investments of each fund and coinvestment.',
  parameters: { ...asOf, ...asKnownOn },
  columns: [
    { field: 'investment', kind: 'reference', target: 'investment', title: 'Investment' },
    { field: 'code', kind: 'code', title: 'Code' },
    { ...fund, title: 'Held by' },
    { field: 'sector', kind: 'reference', target: 'reference:sector', title: 'Sector' },
    { field: 'country', kind: 'reference', target: 'reference:country', title: 'Country' },
    { field: 'initialInvestmentDate', kind: 'date', title: 'Since' },
    currency,
    quarter,
    { field: 'invested', title: 'Invested', ...summedMoney },
    { field: 'realized', title: 'Realized', ...summedMoney },
    { field: 'fairValue', title: 'Fair value', ...summedMoney },
    { field: 'grossIrr', kind: 'return', title: 'Gross IRR' },
    { field: 'grossMoic', kind: 'multiple', title: 'Gross MOIC' },
  ],
  marks: figureMarks,
  groupBy: [],
  splitBy: ['currency'],
  counted: 'investments',
  defaultSort: { field: 'investment', ascending: true },
});
