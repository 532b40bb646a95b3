import type { EmploymentStep } from '@carrara/contract/people/participant';
import type { CalendarDate } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { leavingDay } from './statusOnDay.ts';

/**
 * Returns the employment history, oldest first, with the author and time of each step from the first audit entry that
 * contains it.
 */
export function employmentSteps(
  tx: Transaction,
  employeeId: string,
  now: { readonly by: string },
): Promise<EmploymentStep[]> {
  return tx.prepared<EmploymentStep>(
    `SELECT e.kind, e.event_date::text AS "eventDate", e.reason,
       coalesce(a.person_name, $3) AS "recordedBy", coalesce(a.created_at, $4::timestamptz) AS "recordedDate"
     FROM employment_event e
     LEFT JOIN LATERAL (
       SELECT x.person_name, x.created_at FROM activity x
       WHERE x.tenant_id = e.tenant_id AND x.object_id = e.employee_id
         AND x.after -> 'employmentEvents' @> jsonb_build_array(jsonb_build_object('id', e.id))
       ORDER BY x.seq LIMIT 1) a ON true
     WHERE e.tenant_id = $1 AND e.employee_id = $2
     ORDER BY e.event_date, e.kind = 'REHIRED', e.kind <> 'HIRED', e.id`,
    // A step without an audit entry was recorded in this very transaction.
    [tx.tenantId, employeeId, now.by, tx.now],
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
