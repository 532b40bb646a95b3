import type { Explanation } from '@carrara/ui/profile/explanation.ts';
import { useCallback } from 'react';
import type { Argument } from '../../../api/operations.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { useAppDispatch } from '../../../session/hooks.ts';

type Figure = Argument<'explainRealization'>['query']['figure'];
interface AccrualLocation {
  readonly participantId: string;
  /** The entities that lead to the participant; all paths if absent. */
  readonly via?: readonly string[];
  readonly sourceId?: string;
}
export type ExplainRealization = (figure: Figure, location?: AccrualLocation) => Promise<Explanation>;

/** Returns a function that reads the explanation of a figure in a stored realization, optionally within one source. */
export function useExplainRealization(id: string, sourceId?: string): ExplainRealization {
  const dispatch = useAppDispatch();
  return useCallback(
    async (figure, location) => {
      const source = location?.sourceId ?? sourceId;
      const query = {
        figure,
        ...(source ? { sourceId: source } : {}),
        ...(location ? { participantId: location.participantId } : {}),
        ...(location?.via ? { via: location.via.join(',') || 'direct' } : {}),
      };
      return readExplanation(dispatch, 'explainRealization', { params: { id }, query });
    },
    [dispatch, id, sourceId],
  );
}
