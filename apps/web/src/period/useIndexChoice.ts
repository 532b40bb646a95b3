import { useSearchParams } from 'react-router-dom';

const parameter = 'index';

/** The index that a fund is held against, kept in the address; the first one, unless another is chosen. */
export function useIndexChoice(indices: readonly Readonly<Record<string, unknown>>[] | undefined) {
  const [query, setQuery] = useSearchParams();
  const ids = (indices ?? []).map(({ id }) => String(id));
  const asked = query.get(parameter);
  return {
    index: ids.find((id) => id === asked) ?? ids[0],
    chooseIndex: (id: string | null) =>
      setQuery((before) => {
        if (id) before.set(parameter, id);
        return before;
      }),
  };
}
