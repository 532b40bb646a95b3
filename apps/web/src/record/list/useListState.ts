import type { ListScreenDefinition } from '@carrara/ui/list/defineList.ts';
import { type ListState, listStateFromQuery, listStateToQuery } from '@carrara/ui/list/listState.ts';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

type Shape = Pick<ListScreenDefinition<never>, 'columns' | 'defaultSort' | 'pageSize' | 'tabs' | 'filters'>;

/** True for parameters of the list. Others, such as a reporting date, belong to the page and stay. */
const isOfList = (name: string) =>
  ['tab', 'q', 'sort', 'page', 'size', 'columns'].includes(name) || name.startsWith('f.');

/** Manages the state of a list in the address, so that a link opens the same view and Back undoes a step. */
export function useListState(definition: Shape): readonly [ListState, (next: ListState) => void] {
  const [query, setQuery] = useSearchParams();
  const state = useMemo(() => listStateFromQuery(definition, query), [definition, query]);
  const change = useCallback(
    (next: ListState) => {
      const onlyPageMoved = next.search === state.search && next.tab === state.tab;
      const storedInput = [...query].filter(([name]) => !isOfList(name));
      setQuery(new URLSearchParams([...storedInput, ...listStateToQuery(definition, next)]), {
        replace: !onlyPageMoved,
      });
    },
    [definition, query, setQuery, state],
  );
  return [state, change];
}

/** Returns the query of a list call for a state, in the contract's names. */
export const pageQuery = (state: ListState) => ({
  startPage: state.page,
  pageSize: state.pageSize,
  sortColumn: state.sort,
  sortAsc: String(state.ascending),
  searchQuery: state.search,
});
