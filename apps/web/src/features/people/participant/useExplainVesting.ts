import type { Explanation } from '@carrara/ui/profile';
import type { Argument } from '../../../api/operations.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { useAppDispatch } from '../../../session/hooks.ts';

type Question = Argument<'explainParticipantVesting'>['query'];
/** Asks why a figure of a vesting analysis is what it is: of a tranche, of a source, or over all sources (of a currency). */
export type ExplainVesting = (
  figure: Question['figure'],
  place?: Pick<Question, 'sourceId' | 'shareId' | 'tranche' | 'currency'>,
) => Promise<Explanation>;

/** The query is that of the analysis which is shown. */
export function useExplainVesting(id: string, query: Omit<Question, 'figure'>): ExplainVesting {
  const dispatch = useAppDispatch();
  return (figure, place) =>
    readExplanation(dispatch, 'explainParticipantVesting', { params: { id }, query: { ...query, ...place, figure } });
}
