import type { Explanation } from '@carrara/ui/profile';
import { api } from '../../api/api.ts';
import { failureText } from '../../api/failure.ts';
import type { Argument } from '../../api/operations.ts';
import { useAppDispatch } from '../../session/hooks.ts';

type Question = Argument<'explainParticipantVesting'>['query'];
/** Asks why a figure of a vesting analysis is what it is: of a tranche, of a source, or over all sources (of a currency). */
export type ExplainVesting = (
  figure: Question['figure'],
  place?: Pick<Question, 'sourceId' | 'tranche' | 'currency'>,
) => Promise<Explanation>;

/** The query is that of the analysis which is shown. */
export function useExplainVesting(id: string, query: Omit<Question, 'figure'>): ExplainVesting {
  const dispatch = useAppDispatch();
  return async (figure, place) => {
    const read = api.endpoints.explainParticipantVesting.initiate(
      { params: { id }, query: { ...query, ...place, figure } },
      { subscribe: false },
    );
    const { data, error } = await dispatch(read);
    if (!data) throw new Error(failureText(error));
    return data;
  };
}
