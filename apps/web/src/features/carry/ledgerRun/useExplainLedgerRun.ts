import type { Explanation } from '@carrara/ui/profile/explanation.ts';
import { useCallback } from 'react';
import type { Argument } from '../../../api/operations.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { useAppDispatch } from '../../../session/hooks.ts';

type Query = Argument<'explainLedgerRun'>['query'];
/** Explains a figure of the row with this index, or of all rows without one. */
export type ExplainLedgerRun = (figure: string, row?: number) => Promise<Explanation>;

/** Returns a function that reads the explanation of a figure in a stored run. */
export function useExplainLedgerRun(id: string): ExplainLedgerRun {
  const dispatch = useAppDispatch();
  return useCallback(
    (figure, row) => {
      const query = { figure, ...(row === undefined ? {} : { row }) } as Query;
      return readExplanation(dispatch, 'explainLedgerRun', { params: { id }, query });
    },
    [dispatch, id],
  );
}

/** True if an amount has an explanation. Zero amounts post no entry and have none. */
export const isExplained = (amount: string | null): amount is string => amount !== null && Number(amount) !== 0;
