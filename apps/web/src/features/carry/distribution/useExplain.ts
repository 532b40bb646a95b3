import type { Explanation } from '@carrara/ui/profile';
import { useCallback } from 'react';
import type { Argument } from '../../../api/operations.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { useAppDispatch } from '../../../session/hooks.ts';

export type FigureName = Argument<'explainDistribution'>['query']['figure'];
/** Whose row: with the entities on the way to it, none for what comes directly. */
export interface FigurePlace {
  readonly participantId: string;
  readonly via: readonly string[];
}
export type ExplainFigure = (figure: FigureName, place?: FigurePlace) => Promise<Explanation>;

/** Asks why a figure of a stored distribution is what it is; within one source where it is given. */
export function useExplain(distributionId: string, sourceId?: string): ExplainFigure {
  const dispatch = useAppDispatch();
  return useCallback(
    async (figure, place) => {
      const query = {
        figure,
        ...(sourceId ? { sourceId } : {}),
        ...(place ? { participantId: place.participantId, via: place.via.join(',') || 'direct' } : {}),
      };
      return readExplanation(dispatch, 'explainDistribution', { params: { id: distributionId }, query });
    },
    [dispatch, distributionId, sourceId],
  );
}
