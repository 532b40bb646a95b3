import { useSearchParams } from 'react-router-dom';

/** Filters the list below a chart by what was clicked. A second click on the same takes the filter away again. */
export function useFilterFromChart(): (filter: string, value: string | null | undefined) => void {
  const [, setQuery] = useSearchParams();
  return (filter, value) => {
    if (!value) return;
    setQuery((before) => {
      const key = `f.${filter}`;
      const isSet = before.get(key) === value;
      before.delete('page');
      before.delete(key);
      if (!isSet) before.set(key, value);
      return before;
    });
  };
}
