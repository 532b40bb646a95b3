import type { ListFilter, ListTab } from '@carrara/ui/list/defineList.ts';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAllowed } from '../../session/hooks.ts';
import { toHref, type RecordDefinition, type RecordValue } from '../recordDefinition.ts';
import type { BulkAction } from './SelectionActions.tsx';
import { RecordTable, type RecordTableProps } from './RecordTable.tsx';
import { usePrefetchRecord } from './usePrefetchRecord.ts';

export interface RecordListProps {
  readonly record: RecordDefinition;
  readonly title?: string;
  readonly tabs?: readonly ListTab[];
  readonly filters?: readonly ListFilter[];
  readonly query?: (state: ListState) => Readonly<Record<string, unknown>>;
  readonly rowHref?: (row: RecordValue) => string;
  /** Returns the id of a row's record, if the row is not a record itself. */
  readonly idOf?: (row: RecordValue) => string;
  readonly cells?: RecordTableProps['cells'];
  readonly rowActions?: (row: RecordValue) => ReactNode;
  readonly bulkActions?: readonly BulkAction<RecordValue>[];
  readonly children?: ReactNode;
  readonly embedded?: boolean;
  readonly ownState?: boolean;
  /** False if the person can't add a record, whatever their role. */
  readonly canAdd?: boolean;
  readonly firstStep?: RecordTableProps['firstStep'];
  readonly printAs?: Exclude<RecordTableProps['printAs'], undefined>;
}

/** The list page of a record type. Rows open the profile, and Add opens the editor. */
export function RecordList({ record, rowHref, idOf = ({ id }) => id, canAdd = true, ...rest }: RecordListProps) {
  const mayAdd = useAllowed(record.editPermission);
  const prefetch = usePrefetchRecord(record);
  const add =
    mayAdd && canAdd ? (
      <Button component="a" href={toHref(record.paths.add)}>
        Add {record.noun}
      </Button>
    ) : null;
  return (
    <RecordTable
      list={record.list}
      rowHref={rowHref ?? ((row) => toHref(record.paths.profile(idOf(row))))}
      onPrefetch={(row) => prefetch(idOf(row))}
      actions={add}
      emptyAction={add}
      {...rest}
    />
  );
}
