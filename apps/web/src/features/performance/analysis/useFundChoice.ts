import { useSearchParams } from 'react-router-dom';

const parameter = 'fund';

/** The fund that a screen is of, kept in its address; the first one that there is, unless another is chosen. */
export function useFundChoice(funds: readonly { readonly fundId: string }[] | undefined) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get(parameter);
  return {
    fundId: funds?.find(({ fundId }) => fundId === asked)?.fundId ?? funds?.[0]?.fundId,
    chooseFund: (id: string | null) =>
      setQuery((before) => {
        if (id) before.set(parameter, id);
        else before.delete(parameter);
        return before;
      }),
  };
}
