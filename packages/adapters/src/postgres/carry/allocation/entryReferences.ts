import type { EntryDraft, EntryReferences, ProfileToStore, StoredProfile } from '@carrara/domain/carry/allocation';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { currentMembersHash } from './profileSql.ts';

/** Returns the stored records that the entries refer to. An entity without a named profile uses its default one. */
export async function references(
  tx: Transaction,
  entries: readonly EntryDraft[],
): Promise<readonly (EntryReferences | undefined)[]> {
  const rows = await tx.prepared<{
    position: number;
    kind: 'employee' | 'trust' | 'entity';
    scheduleId: string | null;
    scheduleClassId: string | null;
    classId: string | null;
    memberProfileId: string | null;
  }>(
    `SELECT w.position, p.kind, s.id AS "scheduleId", s.participant_class_id AS "scheduleClassId", r.id AS "classId",
       CASE WHEN p.kind = 'entity' THEN coalesce(named.id, current.id) END AS "memberProfileId"
     FROM jsonb_to_recordset($2::jsonb) AS w(position int, participant uuid, class uuid, schedule uuid, profile uuid)
     JOIN participant p ON p.tenant_id = $1 AND p.id = w.participant
     LEFT JOIN reference_entry r ON r.tenant_id = $1 AND r.id = w.class AND r.type = 'participant-class'
     LEFT JOIN vesting_schedule s ON s.tenant_id = $1 AND s.id = w.schedule
     LEFT JOIN allocation_profile named ON named.tenant_id = $1 AND named.id = w.profile AND named.container_id = p.id
     LEFT JOIN allocation_profile current ON current.tenant_id = $1 AND current.container_id = p.id AND current.is_current`,
    [
      tx.tenantId,
      JSON.stringify(
        entries.map((entry, position) => ({
          position,
          participant: entry.participantId,
          class: entry.participantClassId,
          schedule: entry.vestingScheduleId,
          profile: entry.memberProfileId,
        })),
      ),
    ],
  );
  const found = new Map(rows.map((row) => [row.position, row]));
  return entries.map((entry, position): EntryReferences | undefined => {
    const row = found.get(position);
    if (!row) return undefined;
    return {
      participantId: entry.participantId,
      participantType: row.kind,
      participantClassId: row.classId ?? undefined,
      vestingSchedule:
        row.scheduleId === null
          ? undefined
          : { id: row.scheduleId, participantClassId: row.scheduleClassId ?? undefined },
      memberProfileId: row.memberProfileId ?? undefined,
    };
  });
}

export async function readMembers(tx: Transaction, entityId: string): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT participant_id AS id FROM entity_member WHERE tenant_id = $1 AND entity_id = $2',
    [tx.tenantId, entityId],
  );
  return rows.map(({ id }) => id);
}

/** True if a profile is a valid profile of that entity. */
export async function isUsableFor(tx: Transaction, profileId: string, entityId: string): Promise<boolean> {
  const found = await tx.query(
    'SELECT 1 FROM allocation_profile WHERE tenant_id = $1 AND id = $2 AND container_id = $3 AND is_valid',
    [tx.tenantId, profileId, entityId],
  );
  return found.length > 0;
}

/**
 * Returns the mark that an entity's entry is settled with: today's members if somebody has just settled it, otherwise
 * the mark its row had before.
 */
export async function settledMembers(
  tx: Transaction,
  { entries }: ProfileToStore,
  before: StoredProfile | undefined,
): Promise<ReadonlyMap<string, string>> {
  const now = entries.filter(({ membersSettled }) => membersSettled).map(({ participantId }) => participantId);
  const memberIds = entries
    .filter(({ participantId, memberProfileId, membersSettled }) => {
      const old = before?.entries.find((entry) => entry.participantId === participantId);
      return memberProfileId && !membersSettled && old?.memberProfileId === memberProfileId;
    })
    .map(({ participantId }) => participantId);
  if (now.length === 0 && memberIds.length === 0) return new Map();
  const rows = await tx.prepared<{ participantId: string; mark: string }>(
    `SELECT b.participant_id AS "participantId", ${currentMembersHash} AS mark
       FROM (SELECT $1::uuid AS tenant_id, unnest($2::uuid[]) AS participant_id) b
     UNION ALL
     SELECT e.participant_id, e.settled_members FROM allocation_entry e
       WHERE e.tenant_id = $1 AND e.allocation_profile_id = $3 AND e.participant_id = ANY ($4::uuid[]) AND e.settled_members IS NOT NULL`,
    [tx.tenantId, now, before?.id ?? null, memberIds],
  );
  return new Map(rows.map(({ participantId, mark }) => [participantId, mark]));
}
