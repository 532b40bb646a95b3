import type { EmploymentStep } from '@carrara/contract/people/participant';
import type { CalendarDate } from '@carrara/domain/kernel';
import type { LeavingDependent } from '@carrara/domain/people/participant';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { leavingDay } from './statusOnDay.ts';

/**
 * Returns the employment history, oldest first, with the author and time of each step from the first audit entry that
 * contains it. A leaving that was corrected also has a step for each earlier version.
 */
export function employmentSteps(
  tx: Transaction,
  employeeId: string,
  now: { readonly by: string },
): Promise<EmploymentStep[]> {
  return tx.prepared<EmploymentStep>(
    `WITH step AS (
       SELECT e.id, e.kind, e.event_date, e.reason, false AS corrected FROM employment_event e WHERE e.tenant_id = $1 AND e.employee_id = $2
       UNION
       SELECT (v ->> 'id')::uuid, v ->> 'kind', (v ->> 'eventDate')::date, v ->> 'reason', true
       FROM activity x, jsonb_array_elements(x.before -> 'employmentEvents') v
       WHERE x.tenant_id = $1 AND x.object_id = $2 AND x.operation = 'correctEmployeeLeaving'
         AND v ->> 'kind' = 'TERMINATED' AND NOT x.after -> 'employmentEvents' @> jsonb_build_array(v))
     SELECT e.kind, e.event_date::text AS "eventDate", e.reason, e.corrected AS "isCorrected",
       coalesce(a.person_name, $3) AS "recordedBy", coalesce(a.created_at, $4::timestamptz) AS "recordedDate"
     FROM step e
     LEFT JOIN LATERAL (
       SELECT x.person_name, x.created_at FROM activity x, jsonb_array_elements(x.after -> 'employmentEvents') v
       WHERE x.tenant_id = $1 AND x.object_id = $2 AND v ->> 'id' = e.id::text
       ORDER BY e.kind = 'TERMINATED' AND v ->> 'eventDate' = e.event_date::text AND v ->> 'reason' IS NOT DISTINCT FROM e.reason DESC, x.seq
       LIMIT 1) a ON true
     ORDER BY e.event_date, e.kind = 'TERMINATED', e.kind <> 'HIRED', e.corrected DESC, e.id`,
    // A step without an audit entry was recorded in this very transaction.
    [tx.tenantId, employeeId, now.by, tx.now],
  );
}

/**
 * Returns everything that depends on the leaving of an employee: vesting that a distribution applied to them, and
 * visible entries of deferred awards that forfeited or accelerated the unvested part. Reversed ones don't count.
 */
export function leavingDependents(tx: Transaction, employeeId: string): Promise<LeavingDependent[]> {
  return tx.query(
    `SELECT DISTINCT 'vesting applied in a distribution' AS title, d.distribution_date::text AS "on"
     FROM distribution d JOIN distribution_source s ON s.tenant_id = d.tenant_id AND s.distribution_id = d.id
     WHERE d.tenant_id = $1 AND d.status IN ('SUB', 'APP', 'DISB') AND d.kind = 'REGULAR'
       AND s.vesting_applied @> jsonb_build_array(jsonb_build_object('participantId', $2::uuid))
       AND NOT EXISTS (SELECT FROM distribution r WHERE r.tenant_id = d.tenant_id AND r.reverses_id = d.id)
     UNION ALL
     SELECT DISTINCT CASE e.kind WHEN 'FORFEIT' THEN 'deferred award forfeited' ELSE 'deferred award accelerated' END, e.entry_date::text
     FROM deferred_entry e
     JOIN deferred_tranche t ON t.tenant_id = e.tenant_id AND t.deferred_award_id = e.deferred_award_id AND t.position = e.tranche
     WHERE e.tenant_id = $1 AND e.employee_id = $2::uuid AND e.amount > 0
       AND (e.kind = 'FORFEIT' OR e.kind = 'VEST' AND e.entry_date < t.vest_date)
       AND NOT EXISTS (SELECT FROM deferred_entry r WHERE r.tenant_id = e.tenant_id AND r.reverses_id = e.id)`,
    [tx.tenantId, employeeId],
  );
}

/** Returns the name of a participant and the leaving in force on a date. Undefined if there is none. */
export async function readTermination(
  tx: Transaction,
  id: string,
  on: CalendarDate,
): Promise<{ readonly name: string; readonly terminationDate: CalendarDate | null } | undefined> {
  const [found] = await tx.query<{ name: string; terminationDate: CalendarDate | null }>(
    `SELECT p.name, ${leavingDay('p', '$3::date')} AS "terminationDate" FROM participant p WHERE p.tenant_id = $1 AND p.id = $2`,
    [tx.tenantId, id, on],
  );
  return found;
}
