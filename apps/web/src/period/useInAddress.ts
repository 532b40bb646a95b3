import { useSearchParams } from 'react-router-dom';

/** Manages a parameter of the address. Changing it resets the page number, which would not apply to the new choice. */
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
