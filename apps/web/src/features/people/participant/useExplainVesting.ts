import type { Explanation } from '@carrara/ui/profile/explanation.ts';
import type { Argument } from '../../../api/operations.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { useAppDispatch } from '../../../session/hooks.ts';

type Question = Argument<'explainParticipantVesting'>['query'];
/** Reads the explanation of a figure in a vesting analysis: of a tranche, of a source, or over all sources (of a currency). */
export type ExplainVesting = (
  figure: Question['figure'],
  location?: Pick<Question, 'sourceId' | 'shareId' | 'tranche' | 'currency'>,
) => Promise<Explanation>;

/** The query is that of the displayed analysis. */
export function useExplainVesting(id: string, query: Omit<Question, 'figure'>): ExplainVesting {
  const dispatch = useAppDispatch();
  return (figure, location) =>
    readExplanation(dispatch, 'explainParticipantVesting', {
      params: { id },
      query: { ...query, ...location, figure },
    });
}
