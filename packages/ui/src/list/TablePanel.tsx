import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../feedback/states.tsx';
import { Panel } from '../profile/Panel.tsx';
import { DataTable } from './DataTable.tsx';
import type { DataTableProps } from './tableTypes.ts';

export interface TablePanelProps<Row> extends Omit<DataTableProps<Row>, 'label'> {
  readonly title: string;
  /** The accessible name of the table, if it differs from the title. */
  readonly label?: string;
  readonly actions?: ReactNode;
  /** The text that replaces a table without rows; `true` for the usual one. */
  readonly empty?: string | true;
  /** A text below the table, such as a formula. */
  readonly note?: string;
}

/** A framed part of a page that consists of a table. */
export function TablePanel<Row>({ title, label = title, actions, empty, note, ...table }: TablePanelProps<Row>) {
  return (
    <Panel title={title} flush actions={actions}>
      {empty !== undefined && table.rows.length === 0 ? (
        <EmptyState {...(empty === true ? {} : { text: empty })} />
      ) : (
        <DataTable label={label} {...table} />
      )}
      {note === undefined || table.rows.length === 0 ? null : (
        <Text size="xs" c="dimmed" px="md" py="xs">
          {note}
        </Text>
      )}
    </Panel>
  );
}
