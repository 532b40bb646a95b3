import type { EmploymentStep } from '@carrara/contract/people/participant';
import { type CalendarDate, groupBy } from '@carrara/domain/kernel';
import type { LaterPay, LeavingDependent } from '@carrara/domain/people/participant';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { leavingDay } from './statusOnDay.ts';

/**
 * Returns the employment history, oldest first, with the author and time of each step from the first audit entry that
 * contains it. A leaving that was corrected, by its call or by an import, also has a step for each earlier version.
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
       WHERE x.tenant_id = $1 AND x.object_id = $2 AND x.operation IN ('correctEmployeeLeaving', 'importCarryPlan')
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
 * Returns everything that depends on the last leavings of employees, by employee. This is vesting that a distribution
 * applied to them, and entries of deferred awards that forfeited or accelerated the unvested part. Reversed ones
 * don't count, nor does vesting on a day before a rehire, which used an earlier leaving. Entries count for everybody,
 * and have no title for people who can't see them.
 */
export async function leavingDependents(
  tx: Transaction,
  employeeIds: readonly string[],
): Promise<ReadonlyMap<string, readonly LeavingDependent[]>> {
  const rows = await tx.query<LeavingDependent & { readonly employeeId: string }>(
    `SELECT DISTINCT v.employee AS "employeeId", 'vesting applied in a distribution' AS title, d.distribution_date::text AS "on", false AS "isSettlement",
       jsonb_build_object('type', 'distribution', 'id', d.id) AS record
     FROM distribution d JOIN distribution_source s ON s.tenant_id = d.tenant_id AND s.distribution_id = d.id
     CROSS JOIN jsonb_array_elements(s.vesting_applied) a
     JOIN unnest($2::uuid[]) v (employee) ON a ->> 'participantId' = v.employee::text
     WHERE d.tenant_id = $1 AND d.status IN ('SUB', 'APP', 'DISB') AND d.kind = 'REGULAR'
       AND NOT EXISTS (SELECT FROM distribution r WHERE r.tenant_id = d.tenant_id AND r.reverses_id = d.id AND r.status = 'DISB')
       AND NOT EXISTS (SELECT FROM employment_event b WHERE b.tenant_id = d.tenant_id AND b.employee_id = v.employee AND b.kind = 'REHIRED'
         AND b.event_date > (a ->> 'vestedOn')::date)
     UNION ALL
     SELECT DISTINCT employee_id, CASE WHEN NOT is_visible THEN NULL WHEN kind = 'FORFEIT' THEN 'deferred award forfeited'
       ELSE 'deferred award accelerated' END, entry_date::text, true,
       CASE WHEN award_id IS NOT NULL THEN jsonb_build_object('type', 'deferredAward', 'id', award_id) END
     FROM leaver_settlements($2::uuid[])`,
    [tx.tenantId, employeeIds],
  );
  const groups = groupBy(rows, ({ employeeId }) => employeeId);
  return new Map(employeeIds.map((id) => [id, groups.get(id) ?? []]));
}

/** Returns the numbers of an employee's pay records after a day, including those that the author of a change can't see. */
export const laterPay = (tx: Transaction, employeeId: string, day: CalendarDate): Promise<LaterPay[]> =>
  tx.query(
    `SELECT kind, records, is_visible AS "isVisible" FROM later_pay($1, $2)
     ORDER BY array_position(ARRAY['salary', 'award', 'deferredAward', 'payroll'], kind)`,
    [employeeId, day],
  );

interface Leaving {
  readonly name: string;
  readonly terminationDate: CalendarDate | null;
  readonly rehireDate: CalendarDate | null;
}

/** Returns the name of a participant, the leaving in force on a date, and the first rehire after it. Undefined if there is no such participant. */
export async function readTermination(tx: Transaction, id: string, on: CalendarDate): Promise<Leaving | undefined> {
  const [found] = await tx.query<Leaving>(
    `SELECT p.name, ${leavingDay('p', '$3::date')} AS "terminationDate",
       (SELECT min(r.event_date)::text FROM employment_event r
        WHERE r.tenant_id = p.tenant_id AND r.employee_id = p.id AND r.kind = 'REHIRED' AND r.event_date > $3::date) AS "rehireDate"
     FROM participant p WHERE p.tenant_id = $1 AND p.id = $2`,
    [tx.tenantId, id, on],
  );
  return found;
}

/**
 * Stores the leaver kind of an employee's last leaving, or null if it has none or they haven't left. The caller saves the
 * employee's record.
 */
export async function storeLeaverKind(
  tx: Transaction,
  employee: { readonly id: string; readonly name: string; readonly rowVersion: number },
  leaverKind: string | null,
): Promise<void> {
  const [before] = await tx.query<{ leaverKind: string | null }>(
    `UPDATE employee e SET leaver_kind = $3
     FROM (SELECT leaver_kind FROM employee WHERE tenant_id = $1 AND id = $2 FOR UPDATE) was
     WHERE e.tenant_id = $1 AND e.id = $2 AND e.leaver_kind IS DISTINCT FROM $3 RETURNING was.leaver_kind AS "leaverKind"`,
    [tx.tenantId, employee.id, leaverKind],
  );
  if (!before) return;
  tx.record({
    operation: 'saveLeaverKind',
    objectType: 'employee',
    objectId: employee.id,
    objectName: employee.name,
    before,
    after: { leaverKind },
    rowVersion: employee.rowVersion,
  });
}
