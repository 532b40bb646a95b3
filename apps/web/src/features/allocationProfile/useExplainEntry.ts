import type { Explanation } from '@carrara/ui/profile';
import { api } from '../../api/api.ts';
import { failureText } from '../../api/failure.ts';
import { useAppDispatch } from '../../session/hooks.ts';

/** Asks why an entry's effective percentage is what it is. */
export function useExplainEntry(profileId: string): (participantId: string) => Promise<Explanation> {
  const dispatch = useAppDispatch();
  return async (participantId) => {
    const argument = { params: { id: profileId }, query: { participantId } };
    const { data, error } = await dispatch(
      api.endpoints.explainAllocationProfile.initiate(argument, { subscribe: false }),
    );
    if (!data) throw new Error(failureText(error));
    return data;
  };
}
