import { useSearchParams } from 'react-router-dom';
import { longestHistory } from './longestHistory.ts';

const parameter = 'index';

/** Stores the chosen comparison index in the address. The default is the one with the longest history. */
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
