import type { PortfolioSummaryAnswer } from '@carrara/contract/performance/portfolioSummary';
import { EmptyState } from '@carrara/ui/feedback';
import { Panel } from '@carrara/ui/profile';
import { ReportTable } from '@carrara/ui/report';
import { formatDate } from '@carrara/ui/value';
import type { ReactNode } from 'react';

const columns = [
  { field: 'section', kind: 'text', title: 'Section' },
  { field: 'investment', kind: 'reference', title: 'Investment' },
  { field: 'name', kind: 'text', title: 'Security' },
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
const fields: ReadonlySet<string> = new Set(columns.map(({ field }) => field));

/** The rate of a sum has no room for its mark: that of a span under a year is told of the securities alone. */
const isWhole = (field: string, line: object) =>
  field !== 'grossIrr' || !('grossIrrAnnualised' in line) || line.grossIrrAnnualised !== false;

export interface PortfolioSummaryProps {
  readonly portfolio: PortfolioSummaryAnswer;
  readonly actions?: ReactNode;
}

/** What a fund holds and held, or an investor's share of it: by security, debt, equity and in all. */
export function PortfolioSummary({ portfolio, actions }: PortfolioSummaryProps) {
  const { fund, currency, endDate, entries } = portfolio;
  const totals = (line: object) =>
    Object.entries(line).flatMap(([field, total]) =>
      fields.has(field) && isWhole(field, line) ? [{ field, total: total as string | null }] : [],
    );
  const sections = entries.filter(({ portfolioSummaries }) => portfolioSummaries.length > 0);
  const whole = entries.find(({ humanizedSectionName }) => humanizedSectionName === 'Total');
  return (
    <Panel title={`${fund.name}, ${formatDate(endDate)}, in ${currency}`} flush actions={actions}>
      {sections.length === 0 ? (
        <EmptyState text="Nothing was held until this day." />
      ) : (
        <ReportTable
          report={{ title: `Portfolio of ${fund.name}`, columns, groupBy: ['section'] }}
          rows={sections.flatMap(({ humanizedSectionName: section, portfolioSummaries }) =>
            portfolioSummaries.map((line) => ({ ...line, section })),
          )}
          subtotals={[
            ...sections.map(({ humanizedSectionName, total }) => ({
              keys: [humanizedSectionName],
              apart: [],
              totals: totals(total),
            })),
            { keys: [], apart: [], totals: totals(whole?.total ?? {}) },
          ]}
        />
      )}
    </Panel>
  );
}
