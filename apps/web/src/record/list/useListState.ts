import type { RememberedList, SavedView } from '@carrara/contract/platform/savedView/savedView';
import { isSameState, type MissingPart, openView, type ViewState } from '@carrara/domain/platform/savedView';
import type { ListScreenDefinition } from '@carrara/ui/list/defineList.ts';
import {
  defaultListState,
  layoutOf,
  type ListState,
  listStateFromQuery,
  listStateOf,
  listStateToQuery,
  viewStateOf,
} from '@carrara/ui/list/listState.ts';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import { useRead } from '../../api/calls.ts';
import type { ListName } from '../../api/operations.ts';
import { useRememberList } from './useRememberList.ts';

type Shape = Pick<ListScreenDefinition<never>, 'columns' | 'defaultSort' | 'pageSize' | 'tabs' | 'filters'>;

/** True for parameters of the list. Others, such as a reporting date, belong to the page and stay. */
const isOfList = ({ filters = [] }: Shape, name: string) =>
  ['tab', 'q', 'sort', 'page', 'size', 'columns', 'view'].includes(name) ||
  filters.some(({ id }) => name === `f.${id}`);
const listParameters = (definition: Shape, query: URLSearchParams) =>
  new URLSearchParams([...query].filter(([name]) => isOfList(definition, name)));

type Layout = Pick<ListState, 'widths' | 'density' | 'hidesTotals'>;
const layoutPart = ({ widths, density, hidesTotals }: Layout): Layout => ({ widths, density, hidesTotals });

export interface ListViews {
  /** The views of the list that the person sees; undefined while they load or if that failed. */
  readonly views: readonly SavedView[] | undefined;
  readonly canShare: boolean;
  readonly defaultViewId: string | null;
  /** The view that the list started from. */
  readonly current: SavedView | undefined;
  /** True if the list differs from that view. */
  readonly isChanged: boolean;
  /** The parts of that view that the list doesn't have. */
  readonly missingParts: readonly MissingPart[];
  /** True if the list was opened by a link to a view that doesn't exist, or that the person may not see. */
  readonly isMissing: boolean;
  /** The state as a view stores it. */
  readonly state: SavedView['state'];
  readonly open: (view: SavedView | undefined) => void;
  /** Names the view that the present state was saved as. */
  readonly follow: (viewId: string | undefined) => void;
  readonly retry: () => unknown;
}

export interface ViewMenuProps {
  readonly list: ListName;
  readonly views: ListViews;
}

export interface OpenList {
  readonly state: ListState;
  /** With `replace`, Back doesn't return to the earlier state. */
  readonly change: (next: ListState, options?: { readonly replace: boolean }) => void;
  /** False until it is clear how the person left the list. */
  readonly isReady: boolean;
  readonly views: ListViews;
}

/**
 * Manages the state of a list. It is in the address, so that a link opens the same rows and Back undoes a step. An address without it opens the list
 * as the person left it, otherwise with their default view. `ownState` is for a second list on a page, which is not in the address.
 */
export function useListState(list: ListName, definition: Shape, ownState: boolean): OpenList {
  const { data, error, refetch } = useRead('listSavedViews', undefined);
  const isReady = data !== undefined || error !== undefined;
  const remembered = data?.lists.find((entry) => entry.list === list);
  const views = useMemo(() => data?.views.filter((view) => view.list === list), [data, list]);
  const remember = useRememberList(list, remembered);
  const [query, setQuery] = useSearchParams();
  const [own, setOwn] = useState<ListState>();
  const [arrival, setArrival] = useState<{ readonly layout: Layout }>();
  // The address has no layout, so the one of the opened view waits until the address has the rest.
  const [openingLayout, setOpeningLayout] = useState<Layout>();
  const [isMissing, setIsMissing] = useState(false);

  const state = useMemo(() => {
    if (!arrival) return openingState(definition, ownState ? new URLSearchParams() : query, remembered, views);
    const stored = ownState ? own : listStateFromQuery(definition, query);
    return { ...(stored ?? defaultListState(definition)), ...arrival.layout };
  }, [arrival, definition, ownState, own, query, remembered, views]);
  const viewState = useMemo(() => viewStateOf(definition, state), [definition, state]);

  const showAddress = (next: ListState, replace: boolean) => {
    const others = [...query].filter(([name]) => !isOfList(definition, name));
    setQuery(new URLSearchParams([...others, ...listStateToQuery(definition, next)]), { replace });
  };
  const linkedView = ownState ? null : query.get('view');
  const isUnknown = linkedView !== null && views !== undefined && !views.some(({ id }) => id === linkedView);
  // The address loses the view, so the list remembers that it was there.
  if (!arrival && isUnknown && !isMissing) setIsMissing(true);
  const change: OpenList['change'] = (next, options) => {
    setIsMissing(false);
    const replaces = options?.replace === true || next.search !== state.search || next.tab !== state.tab;
    const nextViewState = viewStateOf(definition, next);
    // The state of a link is not remembered until the person changes it. Moving to another page isn't a change.
    if (!isSameState(nextViewState, viewState) || next.view !== state.view) remember(nextViewState, next.view);
    setArrival({ layout: layoutPart(next) });
    const addressOf = (some: ListState) => listStateToQuery(definition, some).toString();
    if (ownState) setOwn(next);
    // An address without a state would look like a link to the list, which opens it as it was left.
    else if (addressOf(next) !== addressOf(state)) showAddress(next, replaces || addressOf(next) === '');
  };

  const isPlainLink = useNavigationType() === 'PUSH' && !ownState && listParameters(definition, query).size === 0;
  const last = remembered?.state && viewStateOf(definition, openedState(definition, remembered.state));
  // A link to the list itself, such as that of the menu, opens it as the person left it. Back displays the earlier state instead.
  if (arrival && isPlainLink && last && !isSameState(last, viewState)) setArrival(undefined);
  const isInAddress =
    ownState || listParameters(definition, query).toString() === listStateToQuery(definition, state).toString();
  if (isReady && !arrival && isInAddress) {
    setArrival({ layout: openingLayout ?? layoutPart(state) });
    setOpeningLayout(undefined);
    if (ownState) setOwn(state);
  }
  if (isReady && !arrival && !isInAddress && !openingLayout) setOpeningLayout(layoutPart(state));
  const arrive = useEffectEvent(() => {
    if (!isInAddress) showAddress(state, true);
  });
  const hasArrived = arrival !== undefined;
  // The address changes first, so that the list never displays its own state in between.
  useEffect(() => {
    if (isReady && !hasArrived) arrive();
  }, [isReady, hasArrived, query]);

  const current = views?.find(({ id }) => id === state.view);
  return {
    state,
    change,
    isReady,
    views: {
      views,
      canShare: data?.canShare ?? false,
      defaultViewId: remembered?.defaultViewId ?? null,
      current,
      ...compareWithView(definition, current, viewState),
      isMissing,
      state: viewState as SavedView['state'],
      open: (view) =>
        change(view ? { ...openedState(definition, view.state), view: view.id } : defaultListState(definition)),
      follow: (viewId) => change({ ...state, view: viewId }),
      retry: refetch,
    },
  };
}

const compareWithView = (definition: Shape, view: SavedView | undefined, state: ViewState) => {
  const opened = view && openView(view.state, listFor(definition));
  return {
    isChanged: opened !== undefined && !isSameState(state, opened.state),
    missingParts: opened?.missingParts ?? [],
  };
};

const listFor = ({ columns, filters = [], tabs = [], defaultSort }: Shape) => ({
  columns,
  filters: filters.filter(({ isOfLink }) => !isOfLink),
  tabs,
  defaultSort,
});

/** Returns the state of a list that opens with a stored one. */
const openedState = (definition: Shape, stored: ViewState): ListState =>
  listStateOf(definition, openView(stored, listFor(definition)).state);

/** Returns the first state of a list: that of the address, otherwise as the person left it, otherwise their default view. */
function openingState(
  definition: Shape,
  query: URLSearchParams,
  remembered: RememberedList | undefined,
  views: readonly SavedView[] | undefined,
): ListState {
  const find = (id: string | null | undefined) => views?.find((view) => view.id === id);
  const parameters = listParameters(definition, query);
  if (views && !find(query.get('view'))) parameters.delete('view');
  const names = [...parameters.keys()];
  const opened = (state: ViewState, view: string | undefined) => ({
    ...openedState(definition, state),
    ...(view ? { view } : {}),
  });
  const linked = find(query.get('view'));
  if (linked && names.every((name) => name === 'view')) return opened(linked.state, linked.id);
  const last = remembered?.state;
  if (names.length === 0) {
    if (last) return opened(last, find(remembered.viewId)?.id);
    const first = find(remembered?.defaultViewId);
    return first ? opened(first.state, first.id) : defaultListState(definition);
  }
  const fromAddress = listStateFromQuery(definition, parameters);
  if (linked) return { ...fromAddress, ...layoutOf(last && remembered.viewId === linked.id ? last : linked.state) };
  if (!last) return fromAddress;
  const { columns } = opened(last, undefined);
  return { ...(columns ? { columns } : {}), ...fromAddress, ...layoutOf(last) };
}

/** Returns the query of a list call for a state, in the contract's names. */
export const pageQuery = (state: ListState) => ({
  startPage: state.page,
  pageSize: state.pageSize,
  sortColumn: state.sort,
  sortAsc: String(state.ascending),
  searchQuery: state.search,
});
