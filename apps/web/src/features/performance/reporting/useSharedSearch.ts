import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

const key = 'carrara.reporting.search';

/** Shares the search text between the lists, until it is cleared or the tab is closed. */
export function useSharedSearch(): void {
  const [query, setQuery] = useSearchParams();
  const search = query.get('q') ?? '';
  const isOpened = useRef(false);
  useEffect(() => {
    const stored = isOpened.current ? null : sessionStorage.getItem(key);
    isOpened.current = true;
    if (search === '' && stored) {
      setQuery((before) => new URLSearchParams([...before, ['q', stored]]), { replace: true });
    } else {
      sessionStorage.setItem(key, search);
    }
  }, [search, setQuery]);
}
