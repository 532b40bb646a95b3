import type { Column } from '@carrara/contract/core/fields';
import type { Kind } from '@carrara/contract/core/kinds';
import { EmptyState, ErrorState, LoadingState, Banner } from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { Panel } from '@carrara/ui/profile';
import { Value } from '@carrara/ui/value';
import { Select } from '@mantine/core';
import { failureText } from '../../../api/failure.ts';
import { skipToken, useListRead, useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { AnalysisFrame, type FundOnDay } from './AnalysisFrame.tsx';
import { useIndexChoice } from './useIndexChoice.ts';

/** A fund among others of its vintage year and strategy, and against an index. */
export function Benchmark() {
  return (
    <AnalysisFrame title="Benchmark">
      {(chosen) => (
        <>
          <Among key={`${chosen.fundId} ${chosen.endDate}`} {...chosen} />
          <AgainstIndex {...chosen} />
        </>
      )}
    </AnalysisFrame>
  );
}

const bounds = { FUND: 'The fund', UPPER: 'Upper quartile', MEDIAN: 'Median', LOWER: 'Lower quartile' } as const;

function Among({ fundId, endDate }: FundOnDay) {
  const { data, error, refetch } = useRead('getFundBenchmarkStats', {
    params: { id: fundId },
    query: { date: endDate },
  });
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!data) return <LoadingState />;
  if (data.quartiles.length === 0) {
    return (
      <Panel title="Among others">
        <EmptyState
          text="No benchmark fits this fund."
          hint="Benchmarks are entered by vintage year and strategy, with their quartiles by date."
        />
      </Panel>
    );
  }
  const rates = (title: string, kind: 'return' | 'multiple', rows: Answer<'getFundBenchmarkStats'>['irr']) => (
    <Panel title={title} flush>
      <DataTable
        label={title}
        columns={[
          { field: 'provider', kind: 'text', title: 'Provider' },
          { field: 'benchmark', kind: 'text', title: 'Benchmark' },
          { field: 'bound', kind: 'text', title: 'Bound' },
          { field: 'rate', kind, title: kind === 'return' ? 'Net IRR' : 'TVPI' },
          { field: 'asOf', kind: 'date', title: 'As of' },
        ]}
        cells={{ bound: ({ bound }: (typeof rows)[number]) => bounds[bound] }}
        rows={rows}
        rowKey={({ provider, bound, benchmark }) => `${benchmark} ${provider} ${bound}`}
      />
    </Panel>
  );
  return (
    <>
      <Panel title="Quartile of the fund" flush>
        <DataTable
          label="Quartile of the fund"
          columns={[
            { field: 'benchmark', kind: 'text', title: 'Benchmark' },
            { field: 'provider', kind: 'text', title: 'Provider' },
            { field: 'asOf', kind: 'date', title: 'As of' },
            { field: 'irr', kind: 'count', title: 'By net IRR' },
            { field: 'multiple', kind: 'count', title: 'By TVPI' },
          ]}
          rows={data.quartiles}
          rowKey={({ benchmarkId }) => benchmarkId}
          rowHref={({ benchmarkId }) => `#/performance/benchmark/${benchmarkId}/overview`}
        />
      </Panel>
      {rates('Net IRR among others', 'return', data.irr)}
      {rates('TVPI among others', 'multiple', data.mult)}
    </>
  );
}

function AgainstIndex({ fundId, endDate }: FundOnDay) {
  const indices = useListRead('listIndexSeries', { query: { pageSize: 100 } });
  const { index, chooseIndex } = useIndexChoice(indices.data?.pageData);
  const { currentData, error } = useRead(
    'getFundPme',
    index === undefined ? skipToken : { params: { id: fundId, date: endDate }, query: { index } },
  );
  return (
    <Panel
      title="Against an index"
      flush
      actions={
        index === undefined ? null : (
          <Select
            size="xs"
            w={220}
            aria-label="Index"
            allowDeselect={false}
            data={(indices.data?.pageData ?? []).map((row) => ({
              value: String(row['id']),
              label: String(row['name']),
            }))}
            value={index}
            onChange={chooseIndex}
          />
        )
      }
    >
      {indices.data?.pageData.length === 0 ? (
        <EmptyState text="There is no index yet." hint="Indices are entered with their levels by day." />
      ) : error ? (
        <Banner tone="bad">{failureText(error)}</Banner>
      ) : currentData ? (
        <Equivalents pme={currentData} />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}

interface Measure {
  readonly name: string;
  readonly figure: { readonly kind: Kind; readonly value: string | null; readonly field: string } | null;
  readonly rate: { readonly value: string | null; readonly field: string } | null;
  readonly says: string;
}

/** The five measures below the fund's own rate, each with what it says. */
const measuresOf = (pme: Answer<'getFundPme'>): readonly Measure[] => [
  {
    name: 'The fund',
    figure: { kind: 'money', value: pme.nav, field: 'nav' },
    rate: { value: pme.irr, field: 'irr' },
    says: 'NAV and net IRR',
  },
  {
    name: 'KS-PME',
    figure: { kind: 'multiple', value: pme.ksPme, field: 'ksPme' },
    rate: null,
    says: 'above 1 the fund beats the index',
  },
  {
    name: 'Direct alpha',
    figure: null,
    rate: { value: pme.directAlpha, field: 'directAlpha' },
    says: 'continuous, a year over the index',
  },
  {
    name: 'Long-Nickels',
    figure: { kind: 'money', value: pme.longNickels.nav, field: 'longNickels.nav' },
    rate: { value: pme.longNickels.rate, field: 'longNickels.rate' },
    says: 'NAV and rate of the same cash in the index',
  },
  {
    name: 'PME+',
    figure: { kind: 'multiple', value: pme.pmePlus.factor, field: 'pmePlus.factor' },
    rate: { value: pme.pmePlus.rate, field: 'pmePlus.rate' },
    says: 'factor of the distributions, and the rate with it',
  },
  {
    name: 'Modified PME',
    figure: { kind: 'money', value: pme.modified.nav, field: 'modified.nav' },
    rate: { value: pme.modified.rate, field: 'modified.rate' },
    says: 'each distribution takes its part of what the index holds',
  },
];

const columns: readonly Column[] = [
  { field: 'name', kind: 'text', title: 'Measure' },
  { field: 'figure', kind: 'money', title: 'Value' },
  { field: 'rate', kind: 'return', title: 'Rate' },
  { field: 'says', kind: 'text', title: 'What it says' },
];

function Equivalents({ pme }: { readonly pme: Answer<'getFundPme'> }) {
  const reasonOf = (field: string) => pme.notDetermined.find((one) => one.field === field)?.message;
  const ofRate = pme.annualised ? 'return' : 'spanReturn';
  const otherCurrency = pme.warnings.find(({ code }) => code === 'MIXED_CURRENCIES');
  const old = pme.warnings.filter((one) => one !== otherCurrency);
  return (
    <>
      {otherCurrency ? <Banner tone="warn">{otherCurrency.message}</Banner> : null}
      {old.length > 0 ? (
        <Banner tone="warn">
          {old[0]?.message}
          {old.length > 1 ? ` ${old.length - 1} further days have an old level too.` : ''}
        </Banner>
      ) : null}
      <DataTable
        label="Public market equivalents"
        columns={columns}
        cells={{
          figure: ({ figure }: Measure) =>
            figure ? <Value kind={figure.kind} value={figure.value} reason={reasonOf(figure.field)} /> : null,
          rate: ({ rate }: Measure) =>
            rate ? <Value kind={ofRate} value={rate.value} reason={reasonOf(rate.field)} /> : null,
        }}
        rows={measuresOf(pme)}
        rowKey={({ name }) => name}
      />
    </>
  );
}
