import type { Explanation } from '@carrara/ui/profile';
import { useCallback } from 'react';
import type { Argument } from '../../../api/operations.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { useAppDispatch } from '../../../session/hooks.ts';

type Figure = Argument<'explainRealization'>['query']['figure'];
interface Place {
  readonly participantId: string;
  readonly via: readonly string[];
}
export type ExplainRealization = (figure: Figure, place?: Place) => Promise<Explanation>;

/** Asks why a figure of a stored realization is what it is; within one source where it is given. */
export function useExplainRealization(id: string, sourceId?: string): ExplainRealization {
  const dispatch = useAppDispatch();
  return useCallback(
    async (figure, place) => {
      const query = {
        figure,
        ...(sourceId ? { sourceId } : {}),
        ...(place ? { participantId: place.participantId, via: place.via.join(',') || 'direct' } : {}),
      };
      return readExplanation(dispatch, 'explainRealization', { params: { id }, query });
    },
    [dispatch, id, sourceId],
  );
}
