import type { Explanation } from '@carrara/ui/profile/explanation.ts';
import { useCallback } from 'react';
import type { Argument } from '../../../api/operations.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { useAppDispatch } from '../../../session/hooks.ts';

export type FigureName = Argument<'explainDistribution'>['query']['figure'];
/** The row of a figure: its participant, and the entities that lead to it (none for a direct share). */
interface FigureLocation {
  readonly participantId: string;
  readonly via: readonly string[];
}
export type ExplainFigure = (figure: FigureName, location?: FigureLocation) => Promise<Explanation>;

/** Returns a function that reads the explanation of a figure in a stored distribution, optionally within one source. */
export function useExplain(distributionId: string, sourceId?: string): ExplainFigure {
  const dispatch = useAppDispatch();
  return useCallback(
    async (figure, location) => {
      const query = {
        figure,
        ...(sourceId ? { sourceId } : {}),
        ...(location ? { participantId: location.participantId, via: location.via.join(',') || 'direct' } : {}),
      };
      return readExplanation(dispatch, 'explainDistribution', { params: { id: distributionId }, query });
    },
    [dispatch, distributionId, sourceId],
  );
}
