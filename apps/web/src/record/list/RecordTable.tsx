import type { ListState } from '@carrara/ui/list/listState.ts';
import type { ListFilter, ListPage, ListScreenDefinition, ListTab } from '@carrara/ui/list/defineList.ts';
import { ListScreen } from '@carrara/ui/list/ListScreen.tsx';
import { type ReactNode, useMemo } from 'react';
import { failureText } from '../../api/failure.ts';
import { skipToken, useListRead } from '../../api/calls.ts';
import { useDownload } from '../../api/download.ts';
import type { ListName, Operation } from '../../api/operations.ts';
import { countedNoun } from '@carrara/contract/core/coverage';
import type { ListDefinition } from '@carrara/contract/core/paging';
import { useReadable } from '../../session/hooks.ts';
import { useEmptyHint } from './FirstSteps.tsx';
import { type FirstStep, firstSteps } from './firstSteps.ts';
import type { RowOf } from '../recordDefinition.ts';
import { useSubscribe } from '../subscription/useSubscribe.ts';
import { MissingPartsNotice } from './MissingPartsNotice.tsx';
import type { BulkAction } from './SelectionActions.tsx';
import { useLastPage } from './useLastPage.ts';
import { useSelection } from './useSelection.tsx';
import { pageQuery, useListState } from './useListState.ts';
import { ViewMenu } from './ViewMenu.tsx';

export interface RecordTableProps<O extends ListName = ListName> {
  readonly list: ListDefinition & { readonly operation: O };
  readonly title?: string;
  readonly tabs?: readonly ListTab[];
  readonly filters?: readonly ListFilter[];
  /** Returns more parameters of the call, from the chosen tab and filters. */
  readonly query?: (state: ListState) => Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly rowHref?: (row: RowOf<O>) => string | undefined;
  readonly onOpen?: (row: RowOf<O>) => void;
  readonly onPrefetch?: (row: RowOf<O>) => void;
  readonly rowActions?: (row: RowOf<O>) => ReactNode;
  /** Actions for selected rows that the person may carry out. */
  readonly bulkActions?: readonly BulkAction<RowOf<O>>[];
  readonly cells?: ListScreenDefinition<RowOf<O>>['cells'];
  readonly actions?: ReactNode;
  readonly emptyAction?: ReactNode;
  /** The first step for an empty list, if it depends on more than the list. */
  readonly firstStep?: FirstStep | undefined;
  /** The call that prints the list in a format of its own, if there is one. */
  readonly printAs?: Operation;
  readonly children?: ReactNode;
  readonly embedded?: boolean;
  /** Set if the tab is part of the path and not of the query. */
  readonly tab?: { readonly current: string; readonly onChange: (tab: string) => void };
  /** True for a second list on a page, which does not store its search and page number in the address. */
  readonly ownState?: boolean;
}

const formats = { excel: 'excel', pdf: 'application/pdf' };

/** Returns the list as the generic screen displays it, with the columns that the person may read. */
function useDefinition<O extends ListName>({
  list,
  title,
  tabs,
  filters,
  cells,
}: Pick<RecordTableProps<O>, 'list'> & {
  readonly [P in 'title' | 'tabs' | 'filters' | 'cells']: RecordTableProps<O>[P] | undefined;
}) {
  const isReadable = useReadable();
  return useMemo<ListScreenDefinition<RowOf<O>>>(
    () => ({
      title: title ?? list.title,
      counted: countedNoun(list),
      rowKey: 'id',
      columns: list.columns.filter(isReadable),
      defaultSort: list.defaultSort,
      pageSize: list.pageSize,
      ...(tabs ? { tabs } : {}),
      ...(filters ? { filters } : {}),
      ...(cells ? { cells } : {}),
    }),
    [list, title, tabs, filters, cells, isReadable],
  );
}

/** A list of the contract. Columns, sorting and page size come from the contract. The search, the page number and filters are in the address. */
export function RecordTable<O extends ListName>({
  list,
  title,
  tabs,
  filters,
  query,
  params,
  cells,
  ownState = false,
  tab,
  printAs,
  firstStep,
  bulkActions = [],
  ...rest
}: RecordTableProps<O>) {
  const definition = useDefinition({ list, title, tabs, filters, cells });
  const { state: plain, change: setState, isReady, views } = useListState(list.operation, definition, ownState);
  const state = tab ? { ...plain, tab: tab.current } : plain;
  const change = (next: ListState) => (tab && next.tab !== tab.current ? tab.onChange(next.tab ?? '') : setState(next));
  const argument = { ...(params ? { params } : {}), query: { ...pageQuery(state), ...query?.(state) } };
  const { data, currentData, error, isFetching, refetch } = useListRead(list.operation, isReady ? argument : skipToken);
  const goToPage = (page: number) => setState({ ...plain, page }, { replace: true });
  const isBeyondLastPage = useLastPage(state, currentData?.totalItemCount, goToPage);
  const { rowActions } = rest;
  const name = views.current?.name ?? title ?? list.title;
  const onSubscribe = useSubscribe({ operation: list.operation, argument, name, hasDates: false });
  const download = useDownload();
  const exportAs = (format: 'excel' | 'pdf', rowIds?: readonly string[]) => {
    const chosen = rowIds ? { rowIds: rowIds.join('.') } : {};
    void download(list.operation, { ...argument, query: { ...argument.query, ...chosen, format: formats[format] } });
  };
  const selection = useSelection<RowOf<O>>({
    list: list.operation,
    argument,
    page: data as ListPage<RowOf<O>> | undefined,
    bulkActions,
    // A list with a print of its own prints all of its rows.
    formats: printAs ? ['excel'] : ['excel', 'pdf'],
    onExport: exportAs,
  });
  // A list inside a profile, or on a tab that filters it, does not contain all records, so it has no first steps.
  const isWhole = !rest.embedded && (tab !== undefined || state.tab === undefined || state.tab === tabs?.[0]?.id);
  const first = firstStep ?? (isWhole ? firstSteps[list.operation] : undefined);
  const { hint, action, isBlocked } = useEmptyHint(first, data?.totalItemCount === 0);
  return (
    <ListScreen
      definition={definition}
      state={state}
      onStateChange={change}
      page={isBeyondLastPage ? undefined : (data as ListPage<RowOf<O>> | undefined)}
      isRefreshing={isFetching}
      viewMenu={<ViewMenu list={list.operation} views={views} />}
      notice={<MissingPartsNotice views={views} />}
      error={error ? failureText(error) : undefined}
      onRetry={refetch}
      exports={(format) => (format === 'pdf' && printAs ? void download(printAs, argument) : exportAs(format))}
      onSubscribe={onSubscribe}
      // The short lists of a profile are selected only for actions of their own.
      selection={rest.embedded && bulkActions.length === 0 ? undefined : selection}
      {...rest}
      {...(rowActions
        ? // The rows of the previous tab or filter stay until the new ones arrive, but their actions no longer apply.
          { rowActions: (row: RowOf<O>) => <span inert={currentData === undefined}>{rowActions(row)}</span> }
        : {})}
      {...(hint === undefined && !isBlocked ? {} : { emptyHint: hint, emptyAction: action })}
      // The list's own action isn't offered if something else has to come first.
      {...(isBlocked ? { actions: null } : {})}
    />
  );
}
