import type { Explanation } from '@carrara/ui/profile';
import { useCallback } from 'react';
import { readExplanation } from '../../api/readExplanation.ts';
import { useAppDispatch } from '../../session/hooks.ts';

export type FigureName = 'gross' | 'tax' | 'escrow' | 'net';
export interface FigurePlace {
  readonly sourceId?: string;
  readonly participantId?: string;
  readonly via?: readonly string[];
}
export type ExplainFigure = (figure: FigureName, place?: FigurePlace) => Promise<Explanation>;

/** Asks why a figure of a stored distribution is what it is; within one source where it is given. */
export function useExplain(distributionId: string, sourceId?: string): ExplainFigure {
  const dispatch = useAppDispatch();
  return useCallback(
    async (figure, { participantId, via = [] } = {}) => {
      const query = {
        figure,
        ...(sourceId ? { sourceId } : {}),
        ...(participantId ? { participantId } : {}),
        ...(via.length > 0 ? { via: via.join(',') } : {}),
      };
      return readExplanation(dispatch, 'explainDistribution', { params: { id: distributionId }, query });
    },
    [dispatch, distributionId, sourceId],
  );
}
