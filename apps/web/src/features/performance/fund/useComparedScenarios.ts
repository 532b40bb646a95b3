import { useSearchParams } from 'react-router-dom';

/** The most saved scenarios that one comparison can have. */
export const MOST_COMPARED = 3;

/** The saved scenarios next to the fund as it is. They are in the address, so that a link leads to the same comparison. */
export function useComparedScenarios() {
  const [address, setAddress] = useSearchParams();
  const compared = (address.get('compare') ?? '').split(',').filter((id) => id !== '');
  const setCompared = (ids: readonly string[]) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (ids.length === 0) next.delete('compare');
        else next.set('compare', ids.join(','));
        return next;
      },
      { replace: true },
    );
  return {
    compared,
    /** Adds a scenario to the comparison, or removes it. */
    toggle: (id: string) =>
      setCompared(compared.includes(id) ? compared.filter((other) => other !== id) : [...compared, id]),
  };
}
