import { useEffect, useState } from 'react';
import { readOnce } from '../../../api/calls.ts';
import { useAppDispatch } from '../../../session/hooks.ts';
import { type DraftEntry, memberEntries } from './draft.ts';
import type { Container } from './useContainer.ts';
import { useFindEntityProfiles } from './useEntryChoices.ts';

const mostRead = 500;

/** Returns the entries that a new profile starts with: the members of an entity, or none. Undefined while loading. */
export function useMemberEntries(container: Container | undefined): readonly DraftEntry[] | undefined {
  const dispatch = useAppDispatch();
  const profilesOf = useFindEntityProfiles();
  const [entries, setEntries] = useState<readonly DraftEntry[]>();
  const { id, members } = container ?? {};
  useEffect(() => {
    if (id === undefined || entries) return;
    const read = async (): Promise<readonly DraftEntry[]> => {
      if (!members || members.length === 0) return [];
      const query = { pageSize: mostRead };
      const [schedules, participants, inForce] = await Promise.all([
        readOnce(dispatch, 'listVestingSchedules', { query }),
        readOnce(dispatch, 'listParticipants', { query }),
        // An entity's first profile has no profile in force before it.
        readOnce(dispatch, 'getCurrentAllocationProfile', { params: { id } }).catch(() => undefined),
      ]);
      const entities = members.filter(({ type }) => type === 'Entity');
      const own = await Promise.all(
        entities.map(async ({ participantId }) => [participantId, (await profilesOf(participantId))[0]] as const),
      );
      return memberEntries(members, {
        schedules: schedules.pageData,
        participants: participants.pageData,
        inForce,
        profiles: new Map(own),
      });
    };
    let isCurrent = true;
    // People without permission to read the members add them by hand.
    void read()
      .catch(() => [])
      .then((found) => {
        if (isCurrent) setEntries(found);
      });
    return () => {
      isCurrent = false;
    };
  }, [id, members, entries, dispatch, profilesOf]);
  return entries;
}
