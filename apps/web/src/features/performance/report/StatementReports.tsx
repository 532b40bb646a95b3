import type { Subtotal } from '@carrara/contract/core/report';
import { fundCapitalAccounts } from '@carrara/contract/performance/reports/fundCapitalAccounts';
import { fundPortfolioSummaries } from '@carrara/contract/performance/reports/fundPortfolioSummaries';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Paging } from '@carrara/ui/list/Paging.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { ReportTable } from '@carrara/ui/report/ReportTable.tsx';
import { Button, SegmentedControl, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type PagedRows, skipToken, useListRead, useRead } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import { failureText } from '../../../api/failure.ts';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { useReportingDate } from '../../../period/reportingDate.ts';
import { useInAddress } from '../../../period/useInAddress.ts';
import { CapitalAccount } from '../../../statement/CapitalAccount.tsx';
import { NoReportingData } from '../../../statement/NoReportingData.tsx';
import { PortfolioSummary } from '../../../statement/PortfolioSummary.tsx';
import { StatementFiles } from '../../../statement/StatementFiles.tsx';
import styles from '../../../statement/statement.module.css';
import { FormatMenu } from '../../../report/FileMenu.tsx';
import { StoreRun } from '../../../report/StoreRun.tsx';
import report from '../../../report/report.module.css';

interface FrameProps {
  readonly title: string;
  readonly files?: ReactNode;
  readonly choices?: ReactNode;
  readonly children: ReactNode;
}

function Frame({ title, files, choices, children }: FrameProps) {
  return (
    <section aria-label={title}>
      <header className={report.bar}>
        <h1 className={report.title}>{title}</h1>
        {files}
      </header>
      <div className={`${styles.choice} ${report.parameters}`}>{choices}</div>
      {children}
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all?: string;
  readonly options: readonly { readonly id: string; readonly name: string }[] | undefined;
  readonly value: string | undefined;
  readonly onChange: (value: string | null) => void;
}

const Choice = ({ label, all, options: records, value, onChange }: ChoiceProps) => (
  <Select
    label={label}
    size="xs"
    searchable
    clearable
    placeholder={all ?? `Choose ${label.toLowerCase()}`}
    data={(records ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    value={value ?? null}
    onChange={onChange}
  />
);

/** Manages the choices of a detail report: a reporting date, a fund, and an investor in it. */
function useRequestedPeriod() {
  const { data: dates } = useRead('listFundReportingDates', undefined);
  const date = useReportingDate(dates);
  const [fundId, setFund] = useInAddress('fundId');
  const [investorId, setInvestor] = useInAddress('investorId');
  const { data: funds } = useRead('listCasFunds', undefined);
  const { endDate } = date;
  const { data: investors } = useRead(
    'listCasInvestorsOn',
    endDate ? { params: { endDate }, query: fundId ? { fundId } : {} } : skipToken,
  );
  const choices = (
    <>
      <ReportingDateSelect date={date} />
      <Choice label="Fund" options={funds} value={fundId} onChange={setFund} />
      <Choice label="Investor" all="All partners" options={investors} value={investorId} onChange={setInvestor} />
    </>
  );
  // Ignores a chosen investor who is not in this fund.
  const selectedId = investors?.some(({ id }) => id === investorId) ? investorId : undefined;
  return { date, endDate, fundId, investorId: selectedId, choices };
}

/** Capital Account Detail Report. */
export function CapitalAccountDetail() {
  const { date, endDate, fundId, investorId, choices } = useRequestedPeriod();
  const title = 'Capital Account Detail Report';
  if (date.hasNoDate)
    return (
      <Frame title={title}>
        <NoReportingData subject="fund" />
      </Frame>
    );
  return (
    <Frame
      title={title}
      choices={choices}
      files={
        endDate ? (
          <StatementFiles operation="exportCapitalAccount" endDate={endDate} fundId={fundId} investorId={investorId} />
        ) : null
      }
    >
      {endDate && fundId ? (
        <CapitalAccount key={`${fundId} ${investorId}`} fundId={fundId} endDate={endDate} investorId={investorId} />
      ) : (
        <EmptyState text="Choose a reporting date and a fund." />
      )}
    </Frame>
  );
}

/** Portfolio Summary Detail Report. */
export function PortfolioSummaryDetail() {
  const { date, endDate, fundId, investorId, choices } = useRequestedPeriod();
  const title = 'Portfolio Summary Detail Report';
  const { currentData, error, refetch } = useRead(
    'getPortfolioSummaryDetail',
    endDate && fundId ? { params: { endDate }, query: { fundId, ...(investorId ? { investorId } : {}) } } : skipToken,
  );
  if (date.hasNoDate)
    return (
      <Frame title={title}>
        <NoReportingData subject="fund" />
      </Frame>
    );
  const isRequested = endDate !== undefined && fundId !== undefined;
  return (
    <Frame
      title={title}
      choices={choices}
      files={
        endDate ? (
          <StatementFiles
            operation="exportPortfolioSummary"
            endDate={endDate}
            fundId={fundId}
            investorId={investorId}
          />
        ) : null
      }
    >
      {!isRequested ? <EmptyState text="Choose a reporting date and a fund." /> : null}
      {isRequested && error ? <ErrorState message={failureText(error)} onRetry={refetch} /> : null}
      {isRequested && !error && !currentData ? <LoadingState lines={10} /> : null}
      {isRequested && currentData ? <PortfolioSummary portfolio={currentData} /> : null}
    </Frame>
  );
}

type ReportPage = PagedRows & { readonly subtotals: readonly Subtotal[] };

const funds = {
  reportFundCapitalAccounts: fundCapitalAccounts,
  reportFundPortfolioSummaries: fundPortfolioSummaries,
} as const;

interface FundReportProps {
  readonly operation: keyof typeof funds;
  readonly query?: Readonly<Record<string, string>>;
  readonly choices?: ReactNode;
}

/** A report over all funds at a reporting date. */
function FundReport({ operation, query: own = {}, choices }: FundReportProps) {
  const { name, title, columns, groupBy, defaultSort, pageSize } = funds[operation];
  const [asKnownOn, setExisting] = useInAddress('asKnownOn');
  const more = { ...own, ...(asKnownOn ? { asKnownOn } : {}) };
  const { data: dates } = useRead('listFundReportingDates', undefined);
  const date = useReportingDate(dates);
  const download = useDownload();
  const [page, setPage] = useState({ at: 1, size: pageSize as number });
  const [sort, setSort] = useState<{ field: string; ascending: boolean }>(defaultSort);
  const { endDate } = date;
  const query = { startPage: page.at, pageSize: page.size, sortColumn: sort.field, sortAsc: sort.ascending, ...more };
  const { data, error, refetch } = useListRead(operation, endDate ? { params: { endDate }, query } : skipToken);
  const found = error ? undefined : (data as ReportPage | undefined);
  return (
    <Frame
      title={title}
      choices={
        <>
          <ReportingDateSelect date={date} />
          {choices}
          {asKnownOn ? (
            <Button variant="default" size="xs" onClick={() => setExisting(null)}>
              As known on {asKnownOn}. Show current figures
            </Button>
          ) : null}
        </>
      }
      files={
        endDate ? (
          <>
            <StoreRun report={name} values={{ ...more, endDate }} />
            <FormatMenu
              onExport={(format) => void download(operation, { params: { endDate }, query: { ...query, format } })}
            />
          </>
        ) : null
      }
    >
      {date.hasNoDate ? <NoReportingData subject="fund" /> : null}
      {error ? <ErrorState message={failureText(error)} onRetry={refetch} /> : null}
      {!found && !error && !date.hasNoDate ? <LoadingState lines={10} /> : null}
      {found?.totalItemCount === 0 ? <EmptyState /> : null}
      {found && found.totalItemCount > 0 ? (
        <>
          <Panel flush>
            <ReportTable
              report={{ title, columns, groupBy }}
              rows={found.pageData}
              subtotals={found.subtotals}
              sort={{ ...sort, onSort: (field, ascending) => setSort({ field, ascending }) }}
            />
          </Panel>
          <Paging
            noun={title}
            page={page.at}
            pageSize={page.size}
            total={found.totalItemCount}
            onChange={(at, size) => setPage({ at, size })}
          />
        </>
      ) : null}
    </Frame>
  );
}

/** Capital Account Fund Report. */
export function FundCapitalAccounts() {
  const [period = 'QTD', setPeriod] = useInAddress('periodId');
  const { options } = fundCapitalAccounts.parameters.periodId;
  return (
    <FundReport
      operation="reportFundCapitalAccounts"
      query={{ periodId: period }}
      choices={
        <SegmentedControl
          size="xs"
          aria-label="Period"
          value={period}
          onChange={setPeriod}
          style={{ width: 'auto' }}
          data={options.map(({ code, description }) => ({ value: code, label: description }))}
        />
      }
    />
  );
}

/** Portfolio Summary Fund Report. */
export const FundPortfolioSummaries = () => <FundReport operation="reportFundPortfolioSummaries" />;
