import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Select } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import { Stack } from '../../../record/Stack.tsx';
import { CapitalAccount } from '../../../statement/CapitalAccount.tsx';
import { PortfolioSummary } from '../../../statement/PortfolioSummary.tsx';
import { StatementFiles } from '../../../statement/StatementFiles.tsx';
import styles from '../../../statement/statement.module.css';
import { type DatedViewProps, onReportingDate } from './OnReportingDate.tsx';

const parameter = 'fundId';

/** The capital account of an investor in one of its funds. */
export const InvestorCapitalAccount = onReportingDate(function InvestorCapitalAccount({ id, endDate }: DatedViewProps) {
  const { data: funds, error, refetch } = useRead('listInvestorFundsByPeriod', { params: { id, date: endDate } });
  const [query, setQuery] = useSearchParams();
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!funds) return <LoadingState lines={12} />;
  const chosen = funds.find(({ fundId }) => fundId === query.get(parameter)) ?? funds[0];
  if (!chosen) return <EmptyState text="This investor’s funds have no figures on or before this date." />;
  const { fundId } = chosen;
  return (
    <Stack>
      {funds.length > 1 ? (
        <div className={styles.choice}>
          <Select
            label="Fund"
            size="xs"
            allowDeselect={false}
            searchable={funds.length > 12}
            data={funds.map((fund) => ({ value: fund.fundId, label: fund.fundName }))}
            value={fundId}
            onChange={(next) =>
              next &&
              setQuery((before) => {
                const after = new URLSearchParams(before);
                after.set(parameter, next);
                return after;
              })
            }
          />
        </div>
      ) : null}
      <CapitalAccount
        fundId={fundId}
        endDate={endDate}
        investorId={id}
        actions={<StatementFiles operation="exportCapitalAccount" endDate={endDate} fundId={fundId} investorId={id} />}
      />
    </Stack>
  );
});

/** An investor's share of the portfolios of its funds. */
export const InvestorPortfolio = onReportingDate(function InvestorPortfolio({ id, endDate }: DatedViewProps) {
  const { data, error, refetch } = useRead('listInvestorPortfolioSummaries', { params: { id, date: endDate } });
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!data) return <LoadingState lines={12} />;
  if (data.length === 0)
    return <EmptyState text="There is no portfolio data for this investor’s funds on this date." />;
  return (
    <Stack>
      {data.map((portfolio) => (
        <PortfolioSummary
          key={portfolio.fund.id}
          portfolio={portfolio}
          actions={
            <StatementFiles
              operation="exportPortfolioSummary"
              endDate={endDate}
              fundId={portfolio.fund.id}
              investorId={id}
            />
          }
        />
      ))}
    </Stack>
  );
});
