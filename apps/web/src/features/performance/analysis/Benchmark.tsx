import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { AgainstIndex } from '../../../period/AgainstIndex.tsx';
import { AnalysisFrame, type FundOnDay } from './AnalysisFrame.tsx';
import { ReadState } from '../../../record/ReadState.tsx';

/** Compares a fund with others of its vintage year and strategy, and with an index. */
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
  if (!data) return <ReadState error={error} onRetry={refetch} />;
  if (data.quartiles.length === 0) {
    return (
      <Panel title="Peer comparison">
        <EmptyState
          text="No benchmark matches this fund."
          hint="Benchmarks are entered by vintage year and strategy, with their quartiles by date."
        />
      </Panel>
    );
  }
  const rates = (title: string, kind: 'return' | 'multiple', rows: Answer<'getFundBenchmarkStats'>['irr']) => (
    <TablePanel
      title={title}
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
  );
  return (
    <>
      <TablePanel
        title="Quartile of the fund"
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
      {rates('Net IRR vs. benchmark', 'return', data.irr)}
      {rates('TVPI vs. benchmark', 'multiple', data.mult)}
    </>
  );
}
