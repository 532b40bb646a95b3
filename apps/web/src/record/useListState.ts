import type { ListScreenDefinition, ListState } from '@carrara/ui/list';
import { listStateFromQuery, listStateToQuery } from '@carrara/ui/list';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

type Shape = Pick<ListScreenDefinition<never>, 'columns' | 'defaultSort' | 'pageSize' | 'tabs' | 'filters'>;

/** What a list has in an address; all else there, as a reporting date, is the screen's and stays. */
const isOfList = (name: string) =>
  ['tab', 'q', 'sort', 'page', 'size', 'columns'].includes(name) || name.startsWith('f.');

/** The state of a list lives in the address, so that a link shows the same view and Back undoes a step. */
export function useListState(definition: Shape): readonly [ListState, (next: ListState) => void] {
  const [query, setQuery] = useSearchParams();
  const state = useMemo(() => listStateFromQuery(definition, query), [definition, query]);
  const change = useCallback(
    (next: ListState) => {
      const onlyPageMoved = next.search === state.search && next.tab === state.tab;
      const kept = [...query].filter(([name]) => !isOfList(name));
      setQuery(new URLSearchParams([...kept, ...listStateToQuery(definition, next)]), { replace: !onlyPageMoved });
    },
    [definition, query, setQuery, state],
  );
  return [state, change];
}

/** The query of a paged list call for that state, in the contract's names. */
export const pageQuery = (state: ListState) => ({
  startPage: state.page,
  pageSize: state.pageSize,
  sortColumn: state.sort,
  sortAsc: String(state.ascending),
  searchQuery: state.search,
});
