import { useSearchParams } from 'react-router-dom';

/** One of the names that an address has, and a way to change it. What is on the third page of one choice is on no page of another. */
export function useInAddress(name: string): readonly [string | undefined, (value: string | null) => void] {
  const [query, setQuery] = useSearchParams();
  const set = (value: string | null) =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      if (value) next.set(name, value);
      else next.delete(name);
      next.delete('page');
      return next;
    });
  return [query.get(name) ?? undefined, set];
}
