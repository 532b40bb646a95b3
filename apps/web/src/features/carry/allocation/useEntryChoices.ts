import type { ContainerAllocationProfile } from '@carrara/contract/carry/allocation/allocationProfile';
import type { Reference } from '@carrara/contract/core/kinds';
import type { VestingSchedule } from '@carrara/contract/carry/vesting/vestingSchedule';
import { useMemo } from 'react';
import { readOnce, useRead, useReads } from '../../../api/calls.ts';
import { useAppDispatch } from '../../../session/hooks.ts';
import type { DraftEntry } from './draft.ts';

const everySchedule = 500;

export interface EntryChoices {
  readonly classes: readonly Reference[];
  readonly schedules: readonly VestingSchedule[];
  /** The usable profiles of each entity of the draft, by the entity's id. */
  readonly entityProfiles: ReadonlyMap<string, readonly Reference[]>;
}

/** Returns the records that entries refer to; undefined until classes and schedules are loaded. */
export function useEntryChoices(entries: readonly DraftEntry[]): EntryChoices | undefined {
  const { data: classes } = useRead('listReferenceEntries', { params: { type: 'participant-class' } });
  const { data: schedules } = useRead('listVestingSchedules', { query: { pageSize: everySchedule } });
  const entityProfiles = useEntityProfiles(entries);
  return useMemo(() => {
    if (!classes || !schedules) return undefined;
    const references = classes.map(({ id, code, description }) => ({ id, code, description }));
    return { classes: references, schedules: schedules.pageData, entityProfiles };
  }, [classes, schedules, entityProfiles]);
}

function useEntityProfiles(entries: readonly DraftEntry[]): ReadonlyMap<string, readonly Reference[]> {
  const ids = entries.flatMap(({ entityId }) => entityId ?? []).join(' ');
  const requestedIds = ids === '' ? [] : ids.split(' ');
  const { data: found } = useReads(
    'listContainerAllocationProfiles',
    requestedIds.map((id) => JSON.stringify({ params: { id } })),
  );
  return useMemo(
    () => new Map(ids.split(' ').flatMap((id, index) => (found[index] ? [[id, usableOf(found[index])] as const] : []))),
    [ids, found],
  );
}

/** Returns the profiles that can pass on an entity's share: the valid ones, the default first. */
const usableOf = (profiles: readonly ContainerAllocationProfile[]): readonly Reference[] =>
  profiles
    .filter(({ isValid }) => isValid)
    .sort((first, other) => Number(other.isCurrent) - Number(first.isCurrent))
    .map(({ id, name, version }) => ({ id, name: version > 1 ? `${name} v${String(version)}` : name }));

/** Returns a function that reads the profiles that can pass on an entity's share. */
export function useFindEntityProfiles(): (entityId: string) => Promise<readonly Reference[]> {
  const dispatch = useAppDispatch();
  return useMemo(
    () => async (entityId) => {
      const argument = { params: { id: entityId } };
      return usableOf(await readOnce(dispatch, 'listContainerAllocationProfiles', argument).catch(() => []));
    },
    [dispatch],
  );
}
