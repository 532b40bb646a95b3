import type { Explanation } from '@carrara/ui/profile/explanation.ts';
import { useCallback } from 'react';
import type { Argument } from '../../../api/operations.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { useAppDispatch } from '../../../session/hooks.ts';

type Figure = Argument<'explainRealization'>['query']['figure'];
interface Place {
  readonly participantId: string;
  /** The entities that lead to the participant; all paths if absent. */
  readonly via?: readonly string[];
  readonly sourceId?: string;
}
export type ExplainRealization = (figure: Figure, place?: Place) => Promise<Explanation>;

/** Returns a function that reads the explanation of a figure in a stored realization, optionally within one source. */
export function useExplainRealization(id: string, sourceId?: string): ExplainRealization {
  const dispatch = useAppDispatch();
  return useCallback(
    async (figure, place) => {
      const source = place?.sourceId ?? sourceId;
      const query = {
        figure,
        ...(source ? { sourceId: source } : {}),
        ...(place ? { participantId: place.participantId } : {}),
        ...(place?.via ? { via: place.via.join(',') || 'direct' } : {}),
      };
      return readExplanation(dispatch, 'explainRealization', { params: { id }, query });
    },
    [dispatch, id, sourceId],
  );
}
