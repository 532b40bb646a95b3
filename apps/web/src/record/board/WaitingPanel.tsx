import type { Column } from '@carrara/contract/core/fields';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import type { DataTableProps } from '@carrara/ui/list/tableTypes.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type TextsOfColumns, useSortedRows } from '../list/useSortedRows.ts';
import styles from './home.module.css';

interface WaitingPanelProps<Row> extends Pick<DataTableProps<Row>, 'cells' | 'rowKey'> {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The texts of columns that aren't fields of a row. */
  readonly texts: TextsOfColumns<Row>;
  /** The page on which a task is done. */
  readonly pathOf: (row: Row) => string | undefined;
  readonly actionOf: (row: Row) => string;
  /** A remark below the table, which depends on whether the person has sorted it. */
  readonly note: (isSorted: boolean) => ReactNode;
}

/** The open tasks on a Home, each with a link to the page with its action. */
export function WaitingPanel<Row extends { readonly name: string }>(props: WaitingPanelProps<Row>) {
  const { columns, rows, texts, cells, rowKey, pathOf, actionOf, note } = props;
  const { rows: sorted, sort } = useSortedRows(rows, columns, texts);
  const remark = rows.length > 0 ? note(sort.field !== '') : null;
  return (
    <Panel title="Waiting for you" flush>
      {rows.length === 0 ? (
        <EmptyState text="Nothing is waiting for you." />
      ) : (
        <DataTable
          label="Waiting for you"
          cardsOnPhone
          columns={columns}
          rowActions={(row) => <TaskLink name={row.name} label={actionOf(row)} path={pathOf(row)} />}
          sort={sort}
          cells={{ ...texts, ...cells }}
          rows={sorted}
          rowKey={rowKey}
          rowHref={pathOf}
        />
      )}
      {remark ? <p className={styles.order}>{remark}</p> : null}
    </Panel>
  );
}

interface TaskLinkProps {
  readonly name: string;
  readonly label: string;
  readonly path: string | undefined;
}

const TaskLink = ({ name, label, path }: TaskLinkProps) =>
  path === undefined ? null : (
    <Button component="a" href={path} variant="default" size="compact-xs" aria-label={`${label} ${name}`}>
      {label}
    </Button>
  );
