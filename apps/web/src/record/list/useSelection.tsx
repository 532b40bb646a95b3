import type { ListPage } from '@carrara/ui/list/defineList.ts';
import type { ListSelection } from '@carrara/ui/list/ListScreen.tsx';
import { type SelectedRows, withRows } from '@carrara/ui/list/selection.ts';
import { useState } from 'react';
import { readOnce } from '../../api/calls.ts';
import type { Argument, ListName } from '../../api/operations.ts';
import { runWithToast } from '../../api/runWithToast.ts';
import { useAppDispatch } from '../../session/hooks.ts';
import { SelectionActions, type SelectionActionsProps } from './SelectionActions.tsx';

/** The size of the largest page, and so of the largest selection. */
const mostRows = 1000;

interface SelectionRequest<Row> extends Pick<SelectionActionsProps<Row>, 'bulkActions' | 'formats' | 'onExport'> {
  readonly list: ListName;
  /** The request of the displayed page. */
  readonly argument: { readonly params?: object; readonly query: Readonly<Record<string, unknown>> };
  readonly page: ListPage<Row> | undefined;
}

const nothing = new Map<string, never>();

/** Returns the parts of a request that decide which rows match, without the page and the order. */
function conditionsOf({ params, query }: SelectionRequest<never>['argument']): string {
  const { startPage: _1, pageSize: _2, sortColumn: _3, sortAsc: _4, ...conditions } = query;
  return JSON.stringify([params, conditions]);
}

interface StoredSelection<Row> extends Pick<ListSelection<Row>, 'selected' | 'onChange' | 'wasCleared'> {
  readonly clear: () => void;
}

/** A selection under some conditions, such as a search. Under others, it is empty and says so. */
export function useStoredSelection<Row>(conditions: string): StoredSelection<Row> {
  const [stored, setStored] = useState<{ readonly conditions: string; readonly rows: SelectedRows<Row> }>({
    conditions,
    rows: nothing,
  });
  const isCurrent = stored.conditions === conditions;
  return {
    selected: isCurrent ? stored.rows : nothing,
    onChange: (rows) => setStored({ conditions, rows }),
    wasCleared: !isCurrent && stored.rows.size > 0,
    clear: () => setStored({ conditions, rows: nothing }),
  };
}

/** The selection of a list. It lasts while the person pages and sorts, and ends when the search or a filter changes. */
export function useSelection<Row extends { readonly id: string }>({
  list,
  argument,
  page,
  ...actions
}: SelectionRequest<Row>): ListSelection<Row> {
  const dispatch = useAppDispatch();
  const { clear, ...stored } = useStoredSelection<Row>(conditionsOf(argument));
  const { selected, onChange } = stored;
  const { pageData = [], totalItemCount: total = 0 } = page ?? {};
  // The rows of the page may have changed since they were selected.
  const current = withRows(
    selected,
    pageData.filter(({ id }) => selected.has(id)),
    ({ id }) => id,
    true,
  );
  const readMatching = async () => {
    const query = { ...argument.query, startPage: 1, pageSize: mostRows };
    const found = await readOnce(dispatch, list, { ...argument, query } as Argument<ListName>, 'fresh');
    onChange(withRows<Row>(nothing, found.pageData as unknown as readonly Row[], ({ id }) => id, true));
  };
  return {
    ...stored,
    matching: selected.size < total && total > pageData.length && total <= mostRows ? total : undefined,
    onSelectMatching: () => void runWithToast(readMatching),
    actions: <SelectionActions rows={[...current.values()]} clear={clear} total={total} {...actions} />,
  };
}
