import type { ProfileEntry } from '@carrara/contract/carry/allocation/allocationProfile';

type Members = Pick<ProfileEntry, 'originalMembers' | 'currentMembers'>;

export interface MemberRow {
  readonly participantId: string;
  readonly name: string;
  readonly type: ProfileEntry['type'];
  readonly original: string | null;
  readonly current: string | null;
  readonly change: 'Added' | 'Left' | 'Changed' | null;
}

/** Pairs the members that an entry was entered with and the entity's members now. */
export function memberRows({ originalMembers, currentMembers }: Members): readonly MemberRow[] {
  const now = new Map(currentMembers.map((member) => [member.participantId, member]));
  const were = new Set(originalMembers.map(({ participantId }) => participantId));
  const retained = originalMembers.map(({ participantId, name, type, effective }): MemberRow => {
    const present = now.get(participantId);
    const change = !present ? 'Left' : present.effective === effective ? null : 'Changed';
    return { participantId, name, type, original: effective, current: present?.effective ?? null, change };
  });
  const added = currentMembers
    .filter(({ participantId }) => !were.has(participantId))
    .map(
      ({ participantId, name, type, effective }): MemberRow => ({
        participantId,
        name,
        type,
        original: null,
        current: effective,
        change: 'Added',
      }),
    );
  return [...retained, ...added];
}
