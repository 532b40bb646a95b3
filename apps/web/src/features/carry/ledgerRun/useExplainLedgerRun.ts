import type { Explanation } from '@carrara/ui/profile';
import { useCallback } from 'react';
import type { Argument } from '../../../api/operations.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { useAppDispatch } from '../../../session/hooks.ts';

type Query = Argument<'explainLedgerRun'>['query'];
/** Of the row at this place of the run; of all rows without it. */
export type ExplainLedgerRun = (figure: string, row?: number) => Promise<Explanation>;

/** Asks why a figure of a stored run is what it is. */
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

/** Whether there is something to be explained: nothing is entered for nothing. */
export const isExplained = (amount: string | null): amount is string => amount !== null && Number(amount) !== 0;
