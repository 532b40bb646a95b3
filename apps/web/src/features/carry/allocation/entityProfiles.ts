import type { ContainerAllocationProfile, ProfileEntry } from '@carrara/contract/carry/allocation/allocationProfile';
import type { Reference } from '@carrara/contract/core/kinds';
import { useRead, useWrite } from '../../../api/calls.ts';
import { useToday } from '../../../session/useToday.ts';
import { defaultSchedule } from './draft.ts';

export interface Part {
  readonly participantId: string;
  readonly name: string;
  readonly part: string | null;
}

/** The profiles that can pass on an entity's share, and a function that creates a new one from its members. */
export interface EntityProfiles {
  readonly profiles: readonly ContainerAllocationProfile[];
  readonly current: ContainerAllocationProfile | undefined;
  readonly setDefault: (profile: ContainerAllocationProfile, reason: string | null) => Promise<Reference>;
  /** Stores the percentages as the entity's default profile, effective today. */
  readonly create: (name: string, parts: readonly Part[], reason: string | null) => Promise<Reference>;
}

const everybody = 500;
const everySchedule = 500;

/** The profiles of an entity; undefined until they are read. */
export function useEntityProfiles(entry: Pick<ProfileEntry, 'participantId'>): EntityProfiles | undefined {
  const params = { id: entry.participantId };
  const { data: profiles } = useRead('listContainerAllocationProfiles', { params });
  const { data: inForce } = useRead('getCurrentAllocationProfile', { params });
  const { data: participants } = useRead('listParticipants', { query: { pageSize: everybody } });
  const { data: schedules } = useRead('listVestingSchedules', { query: { pageSize: everySchedule } });
  const [setDefault] = useWrite('setDefaultAllocationProfile');
  const [save] = useWrite('saveAllocationProfile');
  const today = useToday();
  if (!profiles || !participants || !schedules) return undefined;
  const referencesOf = ({ participantId }: Part) => {
    const existing = inForce?.entries.find((candidate) => candidate.participantId === participantId);
    const own = participants.pageData.find((candidate) => candidate.participantId === participantId);
    const participantClass = existing?.participantClass ?? own?.participantClass ?? null;
    const vestingSchedule = existing?.vestingSchedule ?? defaultSchedule(participantClass, schedules.pageData);
    const idOf = (reference: Reference | null) => (reference ? { id: reference.id } : null);
    return { participantClass: idOf(participantClass), vestingSchedule: idOf(vestingSchedule) };
  };
  return {
    profiles,
    current: profiles.find(({ isCurrent }) => isCurrent),
    async setDefault({ id, name, rowVersion }) {
      await setDefault({ params: { id }, body: { rowVersion } });
      return { id, name };
    },
    async create(name, parts, reason) {
      const stored = await save({
        params: { containerId: entry.participantId },
        body: {
          name,
          effectiveDate: today,
          isCurrent: true,
          isShareBased: false,
          reason,
          ...(inForce ? { copiedFrom: { id: inForce.id } } : {}),
          entries: parts
            .filter(({ part }) => part !== null && part !== '')
            .map((part) => ({ participantId: part.participantId, fixed: part.part, ...referencesOf(part) })),
        },
      });
      return { id: stored.id, name: stored.name };
    },
  };
}
