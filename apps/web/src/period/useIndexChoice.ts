import { useSearchParams } from 'react-router-dom';
import { longestHistory } from './longestHistory.ts';

const parameter = 'index';

/** The index that a fund is compared with, stored in the address; the one with the longest history, unless another is chosen. */
export function useIndexChoice(indices: readonly Readonly<Record<string, unknown>>[] | undefined) {
  const [query, setQuery] = useSearchParams();
  const requested = query.get(parameter);
  const index = indices?.find(({ id }) => id === requested) ?? longestHistory(indices ?? []);
  return {
    index: index && String(index['id']),
    chooseIndex: (id: string | null) =>
      setQuery((before) => {
        if (id) before.set(parameter, id);
        return before;
      }),
  };
}
