import type { Column } from '@carrara/contract/core/fields';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { type ReactNode, useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureText } from '../../../api/failure.ts';

export interface LedgerTableProps<Row> {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly reading: {
    readonly data?: readonly Row[] | undefined;
    readonly error?: unknown;
    readonly refetch: () => unknown;
  };
  readonly actions?: ReactNode;
  readonly empty: string;
  readonly cells?: Readonly<Record<string, (row: Row) => ReactNode>>;
  readonly rowActions?: ((row: Row) => ReactNode) | undefined;
}

/** A short list of the ledger, with buttons for new entries. The row that the address names is marked and scrolled into view. */
export function LedgerTable<Row extends { readonly id: string }>(props: LedgerTableProps<Row>) {
  const { title, columns, reading, actions, empty, cells, rowActions } = props;
  const { data, error } = reading;
  const [query] = useSearchParams();
  const marked = data?.findIndex(({ id }) => id === query.get('entry')) ?? -1;
  const whenVisible = useCallback(
    (body: HTMLTableSectionElement | null) => body?.rows[marked]?.scrollIntoView({ block: 'center' }),
    [marked],
  );
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={() => void reading.refetch()} />;
  return (
    <Panel title={title} flush actions={actions}>
      {data === undefined ? (
        <LoadingState lines={4} />
      ) : data.length === 0 ? (
        <EmptyState text={empty} />
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          {...(marked < 0 ? {} : { currentRow: marked, bodyRef: whenVisible })}
          {...(cells ? { cells } : {})}
          {...(rowActions ? { rowActions } : {})}
        />
      )}
    </Panel>
  );
}
