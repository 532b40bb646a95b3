import type { Reference } from '@carrara/contract/core/kinds';
import type { VestingSchedule } from '@carrara/contract/carry/vestingSchedule';
import { useEffect, useMemo, useState } from 'react';
import { readOnce, useRead } from '../../../api/calls.ts';
import { useAppDispatch } from '../../../session/hooks.ts';
import type { DraftEntry } from './draft.ts';

const everySchedule = 500;

export interface EntryChoices {
  readonly classes: readonly Reference[];
  readonly schedules: readonly VestingSchedule[];
  /** The usable profiles of each entity of the draft, by the entity's id. */
  readonly entityProfiles: ReadonlyMap<string, readonly Reference[]>;
}

/** What entries refer to; undefined until classes and schedules are read. */
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
  const find = useFindEntityProfiles();
  const [found, setFound] = useState<ReadonlyMap<string, readonly Reference[]>>(new Map());
  const wanted = entries.flatMap(({ entityId }) => (entityId ? [entityId] : [])).join(' ');
  useEffect(() => {
    let current = true;
    const ids = wanted === '' ? [] : wanted.split(' ');
    void Promise.all(ids.map(async (id) => [id, await find(id)] as const)).then((pairs) => {
      if (current) setFound(new Map(pairs));
    });
    return () => {
      current = false;
    };
  }, [wanted, find]);
  return found;
}

/** Reads the profiles that an entity's share can be passed on by: the valid ones, the default one first. */
export function useFindEntityProfiles(): (entityId: string) => Promise<readonly Reference[]> {
  const dispatch = useAppDispatch();
  return useMemo(
    () => async (entityId) => {
      const argument = { params: { id: entityId } };
      const profiles = await readOnce(dispatch, 'listContainerAllocationProfiles', argument).catch(() => []);
      return [...profiles]
        .filter(({ isValid }) => isValid)
        .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
        .map(({ id, name, version }) => ({ id, name: version > 1 ? `${name} v${String(version)}` : name }));
    },
    [dispatch],
  );
}
