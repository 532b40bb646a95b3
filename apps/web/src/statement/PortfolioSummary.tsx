import { portfolioFigures, portfolioTotals } from '@carrara/contract/performance/capitalAccount/portfolioFigures';
import type { PortfolioSummaryAnswer } from '@carrara/contract/performance/capitalAccount/portfolioSummary';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { ReportTable } from '@carrara/ui/report/ReportTable.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import type { ReactNode } from 'react';

const columns = [
  { field: 'section', kind: 'text', title: 'Section' },
  { field: 'investment', kind: 'reference', title: 'Investment' },
  { field: 'name', kind: 'text', title: 'Security' },
  ...portfolioFigures,
] as const;

export interface PortfolioSummaryProps {
  readonly portfolio: PortfolioSummaryAnswer;
  readonly actions?: ReactNode;
}

/** The current and former holdings of a fund, or an investor's share of them: by security, debt, equity and total. */
export function PortfolioSummary({ portfolio, actions }: PortfolioSummaryProps) {
  const { fund, currency, endDate, entries } = portfolio;
  const sections = entries.filter(({ portfolioSummaries }) => portfolioSummaries.length > 0);
  const whole = entries.find(({ humanizedSectionName }) => humanizedSectionName === 'Total');
  return (
    <Panel title={`${fund.name}, ${formatDate(endDate)}, in ${currency}`} flush actions={actions}>
      {sections.length === 0 ? (
        <EmptyState text="There are no holdings on or before this date." />
      ) : (
        <ReportTable
          report={{ title: `Portfolio of ${fund.name}`, columns, groupBy: ['section'] }}
          rows={sections.flatMap(({ humanizedSectionName: section, portfolioSummaries }) =>
            portfolioSummaries.map((line) => ({ ...line, section })),
          )}
          subtotals={[
            ...sections.map(({ humanizedSectionName, total }) => ({
              keys: [humanizedSectionName],
              splitKeys: [],
              totals: portfolioTotals(total),
            })),
            { keys: [], splitKeys: [], totals: portfolioTotals(whole?.total) },
          ]}
        />
      )}
    </Panel>
  );
}
