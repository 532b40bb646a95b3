import { EmptyState } from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { Panel } from '@carrara/ui/profile';
import { formatDate, Value } from '@carrara/ui/value';
import { Stack } from './Stack.tsx';

export interface Metric {
  readonly id: string;
  readonly name: string | null;
  readonly metricDate: string;
  /** MULT is a multiple; every other figure is an amount. */
  readonly transactionTypeCode: string | null;
  readonly transactionTypeDescription: string | null;
  readonly totalAmount: string | null;
  readonly gpAmount: string | null;
  readonly jvAmount: string | null;
}

const figures = [
  { field: 'transactionTypeDescription', kind: 'text', title: 'Metric' },
  { field: 'totalAmount', kind: 'money', title: 'Total' },
  { field: 'gpAmount', kind: 'money', title: 'GP' },
  { field: 'jvAmount', kind: 'money', title: 'JV' },
] as const;
const named = [{ field: 'name', kind: 'text', title: 'Investment' }, ...figures] as const;

/** From the specification: a short table is filled up to so many rows. */
const leastRows = 7;
const blank = (at: number, metricDate: string): Metric => ({
  id: `blank ${String(at)}`,
  name: null,
  metricDate,
  transactionTypeCode: null,
  transactionTypeDescription: null,
  totalAmount: null,
  gpAmount: null,
  jvAmount: null,
});

const figure = (field: 'totalAmount' | 'gpAmount' | 'jvAmount') =>
  function MetricFigure(metric: Metric) {
    return <Value kind={metric.transactionTypeCode === 'MULT' ? 'multiple' : 'money'} value={metric[field]} />;
  };
const cells = { totalAmount: figure('totalAmount'), gpAmount: figure('gpAmount'), jvAmount: figure('jvAmount') };

/** Figures by date, the latest first; of several investments with their names. */
export function Metrics({
  metrics,
  isNamed = false,
}: {
  readonly metrics: readonly Metric[];
  readonly isNamed?: boolean;
}) {
  const dates = [...new Set(metrics.map(({ metricDate }) => metricDate))];
  if (dates.length === 0)
    return (
      <Panel title="Financial Performance">
        <EmptyState />
      </Panel>
    );
  return (
    <Stack>
      {dates.map((date) => {
        const rows = metrics.filter(({ metricDate }) => metricDate === date);
        const missing = Math.max(0, leastRows - rows.length);
        const padding = Array.from({ length: missing }, (_, at) => blank(at, date));
        return (
          <Panel key={date} title={formatDate(date)} flush>
            <DataTable
              label={formatDate(date)}
              columns={isNamed ? named : figures}
              rows={[...rows, ...padding]}
              rowKey={({ id }) => id}
              cells={cells}
            />
          </Panel>
        );
      })}
    </Stack>
  );
}
