import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { TablePanel, type TablePanelProps } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureText } from '../../../api/failure.ts';

export interface LedgerTableProps<Row>
  extends Pick<TablePanelProps<Row>, 'title' | 'columns' | 'actions' | 'cells' | 'rowActions' | 'cardsOnPhone'> {
  readonly reading: {
    readonly data?: readonly Row[] | undefined;
    readonly error?: unknown;
    readonly refetch: () => unknown;
  };
  readonly empty: string;
}

/** A short list of the ledger, with buttons for new entries. The row that the address names is marked and scrolled into view. */
export function LedgerTable<Row extends { readonly id: string }>({ reading, ...table }: LedgerTableProps<Row>) {
  const { title, actions } = table;
  const { data, error } = reading;
  const [query] = useSearchParams();
  const marked = data?.findIndex(({ id }) => id === query.get('entry')) ?? -1;
  const whenVisible = useCallback(
    (body: HTMLTableSectionElement | null) => body?.rows[marked]?.scrollIntoView({ block: 'center' }),
    [marked],
  );
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={() => void reading.refetch()} />;
  if (!data)
    return (
      <Panel title={title} flush actions={actions}>
        <LoadingState lines={4} />
      </Panel>
    );
  return (
    <TablePanel
      {...table}
      rows={data}
      rowKey={({ id }) => id}
      {...(marked < 0 ? {} : { currentRow: marked, bodyRef: whenVisible })}
    />
  );
}
