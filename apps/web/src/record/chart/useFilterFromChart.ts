import { useSearchParams } from 'react-router-dom';

/** Returns a function that filters the list below a chart by the clicked element. A second click removes the filter. */
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
