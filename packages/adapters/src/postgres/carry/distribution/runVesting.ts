import { type HolderVesting, type RunHolding, vestingOfRun } from '@carrara/domain/carry/distribution';
import { type CalendarDate, decimal, numberText } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { readVestingParts } from '../carryViews/vestingParts.ts';
import { leavingDay } from '../../people/participant/statusOnDay.ts';
import { profileInForce } from '../allocation/profileInForce.ts';

interface StoredHolding {
  readonly sourceId: string;
  readonly holderId: string;
  readonly memberId: string | null;
  readonly terminationDate: CalendarDate | null;
  readonly isApplied: boolean;
  readonly schedule: readonly { start: number; end: number | null; vested: string }[] | null;
}

/**
 * Returns the vesting terms of each participant's share in the profiles of a run, and of each person paid through an
 * entity. Such a person has the schedule of the entity's share, otherwise their own in the entity's profile. Uses two
 * statements.
 */
export async function holdingsOfRun(tx: Transaction, distributionId: string): Promise<RunHolding[]> {
  const found = await tx.query<StoredHolding>(
    `WITH share AS (
       SELECT s.id AS detail_source, b.participant_id AS holder_id, NULL::uuid AS member_id, ${leavingDay('p', 'd.distribution_date')} AS termination_date, b.vesting_schedule_id
       FROM distribution d
       JOIN distribution_source s ON s.tenant_id = d.tenant_id AND s.distribution_id = d.id
       JOIN allocation_entry b ON b.tenant_id = s.tenant_id AND b.allocation_profile_id = s.allocation_profile_id
       JOIN participant p ON p.tenant_id = b.tenant_id AND p.id = b.participant_id
       WHERE d.tenant_id = $1 AND d.id = $2
       UNION ALL
       (SELECT DISTINCT ON (s.id, b.participant_id, m.id) s.id, b.participant_id, m.id, least(${leavingDay('p', 'd.distribution_date')}, ${leavingDay('m', 'd.distribution_date')}),
         coalesce(b.vesting_schedule_id, (SELECT e.vesting_schedule_id FROM (${profileInForce('l.path[cardinality(l.path)]', 'd.distribution_date')}) ap
           JOIN allocation_entry e ON e.tenant_id = $1 AND e.allocation_profile_id = ap.id AND e.participant_id = m.id))
       FROM distribution d
       JOIN distribution_source s ON s.tenant_id = d.tenant_id AND s.distribution_id = d.id
       JOIN distribution_detail l ON l.tenant_id = s.tenant_id AND l.distribution_source_id = s.id AND cardinality(l.path) > 0
       JOIN allocation_entry b ON b.tenant_id = s.tenant_id AND b.allocation_profile_id = s.allocation_profile_id AND b.participant_id = l.path[1]
       JOIN participant p ON p.tenant_id = b.tenant_id AND p.id = b.participant_id
       JOIN participant m ON m.tenant_id = l.tenant_id AND m.id = l.participant_id AND m.kind <> 'entity'
       WHERE d.tenant_id = $1 AND d.id = $2
       ORDER BY s.id, b.participant_id, m.id, l.path))
     SELECT s.container_id AS "sourceId", b.holder_id AS "holderId", b.member_id AS "memberId", b.termination_date AS "terminationDate",
       EXISTS (SELECT FROM jsonb_array_elements(s.vesting_applied) v
         WHERE v ->> 'participantId' = b.holder_id::text AND v -> 'via' IS NULL
           OR v ->> 'participantId' = b.member_id::text AND v #>> '{via,0}' = b.holder_id::text) AS "isApplied",
       (SELECT jsonb_agg(jsonb_build_object('start', w.period_start, 'end', w.period_end,
          'vested', trim_scale(w.vested_percentage)::text) ORDER BY w.position)
        FROM vesting_schedule_row w WHERE w.tenant_id = $1 AND w.vesting_schedule_id = b.vesting_schedule_id) AS schedule
     FROM share b JOIN distribution_source s ON s.tenant_id = $1 AND s.id = b.detail_source`,
    [tx.tenantId, distributionId],
  );
  const parts = await readVestingParts(tx, [...new Set(found.map(({ sourceId }) => sourceId))]);
  return found.map(({ schedule, ...holding }) => ({
    ...holding,
    position: {
      ...(parts.get(holding.sourceId) ?? { own: {}, tranches: [] }),
      schedule: schedule?.map(({ start, end, vested }) => ({ start, end, vested: decimal(vested) })),
    },
  }));
}

/** Stores the vested percentages of the shares of a run. */
export async function storeVesting(tx: Transaction, id: string, vested: readonly HolderVesting[]): Promise<void> {
  const rows = vested.map((row) => ({
    source: row.sourceId,
    holder: row.holderId,
    member: row.memberId,
    vested: row.vested && numberText(row.vested),
  }));
  await tx.query(
    `WITH stored AS (
       SELECT s.tenant_id, s.id, r.holder, r.member, r.vested
       FROM jsonb_to_recordset($3::jsonb) r (source uuid, holder uuid, member uuid, vested numeric)
       JOIN distribution_source s ON s.container_id = r.source WHERE s.tenant_id = $1 AND s.distribution_id = $2),
     of_members AS (
       INSERT INTO distribution_member_vesting (tenant_id, distribution_source_id, participant_id, member_id, vested_percentage)
       SELECT * FROM stored WHERE member IS NOT NULL)
     INSERT INTO distribution_vesting (tenant_id, distribution_source_id, participant_id, vested_percentage)
     SELECT tenant_id, id, holder, vested FROM stored WHERE member IS NULL`,
    [tx.tenantId, id, JSON.stringify(rows)],
  );
}

/** The same as plain data. */
export interface VestedOfRun extends Pick<HolderVesting, 'sourceId' | 'holderId' | 'memberId'> {
  readonly vested: string | null;
}

/**
 * Returns the vested percentages of the shares of a run: as stored when it was disbursed, otherwise as of its date. For
 * a reversal, returns those of the reversed run.
 */
export async function vestedOfRun(tx: Transaction, id: string): Promise<VestedOfRun[]> {
  const [run] = await tx.query<{ id: string; day: CalendarDate }>(
    `SELECT k.id, k.distribution_date AS day FROM distribution d
     JOIN distribution k ON k.tenant_id = d.tenant_id AND k.id = coalesce(d.reverses_id, d.id)
     WHERE d.tenant_id = $1 AND d.id = $2`,
    [tx.tenantId, id],
  );
  if (!run) return [];
  const vested = await tx.query<VestedOfRun>(
    `SELECT s.container_id AS "sourceId", v.participant_id AS "holderId", v.member_id AS "memberId", trim_scale(v.vested_percentage)::text AS vested
     FROM distribution_source s JOIN (
       SELECT tenant_id, distribution_source_id, participant_id, NULL::uuid AS member_id, vested_percentage FROM distribution_vesting
       UNION ALL SELECT tenant_id, distribution_source_id, participant_id, member_id, vested_percentage FROM distribution_member_vesting) v ON v.tenant_id = s.tenant_id AND v.distribution_source_id = s.id
     WHERE s.tenant_id = $1 AND s.distribution_id = $2`,
    [tx.tenantId, run.id],
  );
  if (vested.length > 0) return vested;
  const computed = vestingOfRun(await holdingsOfRun(tx, run.id), run.day);
  return computed.map((row) => ({
    ...row,
    vested: row.vested && numberText(row.vested),
  }));
}
