import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';

export interface MetricRow {
  readonly field: string;
  readonly title: string;
  readonly entry: string | null;
  readonly current: string | null;
  readonly change: string | null;
}

/** From the specification: a short table has at least this many rows. */
const leastRows = 7;

/** Metrics at entry and now, with their change. The sign gives the direction; an unchanged metric has none. */
export function MetricTable({
  label,
  rows,
  kind,
}: {
  readonly label: string;
  readonly rows: readonly MetricRow[];
  readonly kind: 'money' | 'percent';
}) {
  const columns = [
    { field: 'title', kind: 'text', title: 'Metric' },
    { field: 'entry', kind, title: 'At entry' },
    { field: 'current', kind, title: 'Now' },
    { field: 'change', kind: 'percent', title: 'Change, percent' },
  ] as const;
  const blank = (row: MetricRow) => row.title === '';
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={paddedRows(rows)}
      rowKey={({ field }) => field}
      cells={{
        title: (row) => (blank(row) ? '\u00a0' : row.title),
        entry: (row) => (blank(row) ? null : <Value kind={kind} value={row.entry} />),
        current: (row) => (blank(row) ? null : <Value kind={kind} value={row.current} />),
        change: (row) => (blank(row) ? null : <Change change={row.change} />),
      }}
    />
  );
}

/** Adds blank rows up to the minimum. */
const paddedRows = (rows: readonly MetricRow[]): readonly MetricRow[] => [
  ...rows,
  ...Array.from({ length: Math.max(0, leastRows - rows.length) }, (_, at) => ({
    field: `blank ${String(at)}`,
    title: '',
    entry: null,
    current: null,
    change: null,
  })),
];

const Change = ({ change }: { readonly change: string | null }) => (
  <>
    {isRise(change) ? '+' : null}
    <Value kind="percent" value={change} />
  </>
);
const isRise = (change: string | null) => change !== null && !change.startsWith('-') && /[1-9]/.test(change);
