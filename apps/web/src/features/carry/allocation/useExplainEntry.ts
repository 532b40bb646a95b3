import type { Explanation } from '@carrara/ui/profile/explanation.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { useAppDispatch } from '../../../session/hooks.ts';

/** Returns a function that reads the explanation of an entry's effective percentage. */
export function useExplainEntry(profileId: string): (participantId: string) => Promise<Explanation> {
  const dispatch = useAppDispatch();
  return async (participantId) => {
    const argument = { params: { id: profileId }, query: { participantId } };
    return readExplanation(dispatch, 'explainAllocationProfile', argument);
  };
}
