import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Value } from '@carrara/ui/value/Value.tsx';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { formatMetric, type Metric, metricRows } from './metricRows.ts';

const figures = [
  { field: 'transactionTypeDescription', kind: 'text', title: 'Metric' },
  { field: 'totalAmount', kind: 'money', title: 'Total' },
  { field: 'gpAmount', kind: 'money', title: 'GP' },
  { field: 'jvAmount', kind: 'money', title: 'JV' },
] as const;
const named = [{ field: 'name', kind: 'text', title: 'Fund or investment' }, ...figures] as const;

/** True for a filler row, which displays nothing, not even the dash of a missing figure. */
const isBlank = ({ containerId }: Metric) => containerId === null;
const figure = (field: 'totalAmount' | 'gpAmount' | 'jvAmount') =>
  function MetricFigure(metric: Metric) {
    return isBlank(metric) ? null : <Value kind={formatMetric(metric)} value={metric[field]} />;
  };
const textOf = (field: 'name' | 'transactionTypeDescription') =>
  function MetricText(metric: Metric) {
    return isBlank(metric) ? '\u00a0' : <Value kind="text" value={metric[field]} />;
  };
const cells = {
  name: textOf('name'),
  transactionTypeDescription: textOf('transactionTypeDescription'),
  totalAmount: figure('totalAmount'),
  gpAmount: figure('gpAmount'),
  jvAmount: figure('jvAmount'),
};

/** Metrics as of a chosen date, by default the latest. If they belong to several records, each has its name. */
export function Metrics({ metrics }: { readonly metrics: readonly Metric[] }) {
  const dates = [...new Set(metrics.map(({ date }) => date))];
  const [chosen, setChosen] = useState<string | null>(null);
  const date = dates.find((item) => item === chosen) ?? dates[0];
  const title = 'Financial Performance';
  if (date === undefined)
    return (
      <Panel title={title}>
        <EmptyState />
      </Panel>
    );
  const { rows, isNamed } = metricRows(metrics, date);
  return (
    <TablePanel
      title={title}
      label={`${title} as of ${formatDate(date)}`}
      actions={
        <Select
          label="As of"
          size="xs"
          allowDeselect={false}
          data={dates.map((value) => ({ value, label: formatDate(value) }))}
          value={date}
          onChange={setChosen}
        />
      }
      columns={isNamed ? named : figures}
      rows={rows}
      rowKey={({ id }) => id}
      cells={cells}
    />
  );
}
