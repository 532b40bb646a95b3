import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/**
 * Returns the field through which a change would let the person see an employee's pay that isn't visible to them yet.
 * Pay access can depend on the office or the title. A token without access to pay doesn't extend its owner's access
 * either.
 */
export async function visibilityScope(
  tx: Transaction,
  employeeId: string,
  scope: { readonly office: string | undefined; readonly title: string | undefined },
): Promise<'office' | 'title' | undefined> {
  const [found] = await tx.query<{ field: 'office' | 'title' }>(
    `SELECT CASE WHEN moved.office = ANY (a.offices) THEN 'office' ELSE 'title' END AS field
     FROM pay_access a JOIN employee e ON e.tenant_id = $1 AND e.id = $2 AND e.person_id IS DISTINCT FROM current_person(),
       LATERAL (SELECT nullif($3::uuid, e.office_id) AS office, nullif($4::uuid, e.title_id) AS title) moved
     WHERE a.tenant_id = $1 AND a.person_id = current_person() AND a.status = 'ACTIVE' AND (a.ends_on IS NULL OR a.ends_on >= firm_day()) AND a.kind = 'SELECTED' AND (moved.office = ANY (a.offices) OR moved.title = ANY (a.titles)) AND NOT can_view_pay(e.id)
     LIMIT 1`,
    [tx.tenantId, employeeId, scope.office ?? null, scope.title ?? null],
  );
  return found?.field;
}
