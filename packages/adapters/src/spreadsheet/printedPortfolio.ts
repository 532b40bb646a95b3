import { portfolioFigures, portfolioTotals } from '@carrara/contract/performance/capitalAccount/portfolioFigures';
import type { PortfolioSummaryAnswer } from '@carrara/contract/performance/capitalAccount/portfolioSummary';
import type { PrintedList } from './listWorkbook.ts';

const columns = [
  { field: 'section', kind: 'text', title: 'Section' },
  { field: 'investment', kind: 'text', title: 'Investment' },
  { field: 'security', kind: 'text', title: 'Security' },
  { field: 'type', kind: 'text', title: 'Type', hidden: true },
  ...portfolioFigures,
] as const;

/**
 * Lays out a portfolio summary for print: securities, debt and equity with their sums, and the total.
 *
 * @param state of the quarter, such as open or locked. Null if it isn't known.
 */
export function printedPortfolio(portfolio: PortfolioSummaryAnswer, state: string | null): PrintedList {
  const { fund, investor, currency, endDate, entries } = portfolio;
  const textFact = (title: string, text: string) => ({ name: title, title, kind: 'text', text }) as const;
  const sections = entries.filter(({ humanizedSectionName }) => humanizedSectionName !== 'Total');
  const whole = entries.find(({ humanizedSectionName }) => humanizedSectionName === 'Total');
  return {
    title: 'Portfolio Summary',
    columns,
    rows: sections.flatMap(({ humanizedSectionName: section, portfolioSummaries }) =>
      portfolioSummaries.map(({ investment, name, debtType, equityType, ...line }) => ({
        ...line,
        section,
        investment: investment.name,
        security: name,
        type: debtType ?? equityType,
      })),
    ),
    report: {
      groupBy: ['section'],
      splitBy: [],
      subtotals: [
        { keys: [], splitKeys: [], totals: portfolioTotals(whole?.total) },
        ...sections.map(({ humanizedSectionName, total }) => ({
          keys: [humanizedSectionName],
          splitKeys: [],
          totals: portfolioTotals(total),
        })),
      ],
      parameters: [
        { name: 'endDate', title: 'Reporting date', kind: 'date', text: endDate },
        textFact('Fund', fund.name),
        ...(investor === null ? [] : [textFact('Share of', investor.name)]),
        textFact('Currency', currency),
        ...(state === null ? [] : [textFact('Based on', state)]),
      ],
    },
  };
}
