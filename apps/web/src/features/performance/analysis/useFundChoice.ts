import { useSearchParams } from 'react-router-dom';

const parameter = 'fund';

/** Manages the fund of a page in the address. By default, the first fund. */
export function useFundChoice(funds: readonly { readonly fundId: string }[] | undefined) {
  const [query, setQuery] = useSearchParams();
  const requested = query.get(parameter);
  return {
    fundId: funds?.find(({ fundId }) => fundId === requested)?.fundId ?? funds?.[0]?.fundId,
    chooseFund: (id: string | null) =>
      setQuery((before) => {
        if (id) before.set(parameter, id);
        else before.delete(parameter);
        return before;
      }),
  };
}
