import {
  type ReportParameterText,
  type ChartSum,
  requestedColumns,
  type Parameter,
  type ReportDefinition,
  reportNote,
  reportFor,
  type Subtotal,
} from '@carrara/contract/core/report';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Paging } from '@carrara/ui/list/Paging.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { RouteTabs } from '@carrara/ui/profile/RouteTabs.tsx';
import { ReportTable } from '@carrara/ui/report/ReportTable.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type PagedRows, skipToken, useListRead } from '../api/calls.ts';
import { useDownload } from '../api/download.ts';
import { failureText, isFailure } from '../api/failure.ts';
import type { ScreenProps } from '../frame/screenTypes.ts';
import { pageQuery } from '../record/list/useListState.ts';
import { useSubscribe } from '../record/subscription/useSubscribe.ts';
import { useSession } from '../session/hooks.ts';
import { useToday } from '../session/useToday.ts';
import { emptyReportHint } from './emptyReportHint.ts';
import { FormatMenu } from './FileMenu.tsx';
import { StoreRun } from './StoreRun.tsx';
import { Parameters } from './Parameters.tsx';
import styles from './report.module.css';
import { ReportCharts } from './ReportCharts.tsx';
import { fundDetailPages, reportPath } from './reportPaths.ts';
import { reports } from './reports.ts';
import { useReportOffered } from './useReportOffered.ts';
import { useReportAddress } from './useReportAddress.ts';

type ReportPage = PagedRows & {
  readonly subtotals: readonly Subtotal[];
  readonly charts: readonly (readonly ChartSum[])[];
  readonly parameters: readonly ReportParameterText[];
};

/** A report of the contract: parameters, a table with groups and totals, files and print. */
export function ReportScreen({ screen }: ScreenProps) {
  const shared = fundDetailPages.find(({ path }) => path === screen.path);
  const report = reports.find((candidate) =>
    shared ? candidate.operation === shared.operation : reportPath(candidate) === screen.path,
  );
  if (!report) throw new Error(`no report at ${screen.path}`);
  const isOffered = useReportOffered();
  if (!isOffered(report))
    return (
      <section aria-label={report.title}>
        <h1 className={styles.title}>{report.title}</h1>
        <EmptyState text="Your firm hasn’t turned on this report. An administrator can turn it on in the firm’s settings." />
      </section>
    );
  if (!shared) return <Report report={report} />;
  return (
    <>
      <RouteTabs
        label="Reports of funds"
        current={shared.path}
        tabs={fundDetailPages.map(({ path, title }) => ({ id: path, title, href: `#${path}` }))}
      />
      <Report key={shared.path} report={{ ...report, title: shared.title }} />
    </>
  );
}

function Report({ report: defined }: { readonly report: (typeof reports)[number] }) {
  const report = reportFor(defined, useSession().settings?.isLpTenant === true);
  const { values, state, setParameter, move } = useReportAddress(report);
  const query = { ...pageQuery(state), searchQuery: undefined, ...values };
  const missing = Object.entries<Parameter>(report.parameters).filter(
    ([name, { required }]) => required && !values[name],
  );
  const isRequested = missing.length === 0;
  const note = reportNote(report, values);
  const { data, error, isFetching, refetch } = useListRead(report.operation, isRequested ? { query } : skipToken);
  const download = useDownload();
  const today = useToday();
  const hasDates = Object.entries(report.parameters).some(
    ([parameter, { kind }]) => kind === 'date' && parameter !== 'from' && values[parameter] !== undefined,
  );
  const subscribe = useSubscribe({ operation: report.operation, argument: { query }, name: report.title, hasDates });
  const refused = refusedParameters(report, error);
  const isRefused = Object.keys(refused).length > 0;
  const page = error || !isRequested ? undefined : (data as ReportPage | undefined);
  return (
    <section aria-label={report.title} aria-busy={isFetching}>
      <header className={styles.bar}>
        <h1 className={styles.title}>{report.title}</h1>
        {isRequested && report.module === 'performance' ? <StoreRun report={report.name} values={values} /> : null}
        <Button variant="default" leftSection={<IconPrinter size={15} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
        <FormatMenu
          onExport={(format) => void download(report.operation, { query: { ...query, format } })}
          onSubscribe={isRequested ? subscribe : undefined}
        />
      </header>
      <Parameters
        report={report}
        values={values}
        requested={page?.parameters ?? []}
        onChange={setParameter}
        refused={refused}
      />
      <p className={styles.requested}>
        {[`Read on ${formatDate(today)}`, ...requestedTexts(report, page)].join(' \u00b7 ')}
      </p>
      {note ? <p className={styles.requested}>{note}</p> : null}
      {error ? <ErrorState message={failureText(error)} onRetry={isRefused ? undefined : refetch} /> : null}
      {isRequested ? null : (
        <EmptyState text={`Choose ${missing.map(([, { title }]) => title.toLowerCase()).join(' and ')}.`} />
      )}
      {isRequested && !page && !error ? <LoadingState lines={10} /> : null}
      {page?.totalItemCount === 0 ? <EmptyState hint={emptyReportHint(report)} /> : null}
      {page && page.totalItemCount > 0 ? (
        <>
          <ReportCharts report={report} sums={page.charts} values={values} />
          <Panel flush>
            <ReportTable
              report={{
                ...report,
                columns: requestedColumns(report, { ...values, today }, values['redactName'] === 'true'),
              }}
              rows={page.pageData}
              subtotals={page.subtotals}
              values={values}
              sort={{
                field: state.sort,
                ascending: state.ascending,
                onSort: (sort, ascending) => move({ ...state, sort, ascending, page: 1 }),
              }}
            />
          </Panel>
          <Paging
            noun={report.title}
            page={state.page}
            pageSize={state.pageSize}
            total={page.totalItemCount}
            onChange={(next, pageSize) => move({ ...state, page: next, pageSize })}
          />
        </>
      ) : null}
    </section>
  );
}

/** Returns the errors of parameters. They appear at the parameters, and repeating the same request would not help. */
const refusedParameters = ({ parameters }: ReportDefinition, error: unknown): Readonly<Record<string, string>> =>
  isFailure(error)
    ? Object.fromEntries(error.errors.flatMap(({ path, message }) => (path in parameters ? [[path, message]] : [])))
    : {};

/** Returns a text for every parameter, including omitted ones, so that a printed report is self-contained. */
const requestedTexts = ({ parameters }: ReportDefinition, page: ReportPage | undefined): readonly string[] =>
  Object.entries(parameters).flatMap(([name, { title, kind, defaultText }]) => {
    const requested = page?.parameters.find((parameter) => parameter.name === name);
    if (requested) return [`${title}: ${valueText(requested.kind, requested.text)}`];
    const text = defaultText ?? (kind === 'boolean' ? 'No' : kind === 'date' ? undefined : 'All');
    return text === undefined ? [] : [`${title}: ${text}`];
  });
