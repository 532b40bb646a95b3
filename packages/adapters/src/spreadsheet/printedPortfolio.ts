import type { PortfolioSummaryAnswer } from '@carrara/contract/performance/portfolioSummary';
import type { PrintedList } from './listWorkbook.ts';

const columns = [
  { field: 'section', kind: 'text', title: 'Section' },
  { field: 'investment', kind: 'text', title: 'Investment' },
  { field: 'security', kind: 'text', title: 'Security' },
  { field: 'type', kind: 'text', title: 'Type', hidden: true },
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

/** The rate of a sum has no room for its mark: that of a span under a year is told of the securities alone. */
const isWhole = (field: string, line: object) =>
  field !== 'grossIrr' || !('grossIrrAnnualised' in line) || line.grossIrrAnnualised !== false;

/** A portfolio summary for print: its securities, debt and equity each with their sums, and the total. */
export function printedPortfolio(portfolio: PortfolioSummaryAnswer): PrintedList {
  const { fund, investor, currency, endDate, entries } = portfolio;
  const totals = (line: object) =>
    Object.entries(line).flatMap(([field, total]) =>
      columns.some((column) => column.field === field) && isWhole(field, line)
        ? [{ field, total: total as string | null }]
        : [],
    );
  const said = (title: string, text: string) => ({ name: title, title, kind: 'text', text }) as const;
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
      apart: [],
      subtotals: [
        { keys: [], apart: [], totals: totals(whole?.total ?? {}) },
        ...sections.map(({ humanizedSectionName, total }) => ({
          keys: [humanizedSectionName],
          apart: [],
          totals: totals(total),
        })),
      ],
      asked: [
        { name: 'endDate', title: 'Reporting date', kind: 'date', text: endDate },
        said('Fund', fund.name),
        ...(investor === null ? [] : [said('Share of', investor.name)]),
        said('Currency', currency),
      ],
    },
  };
}
