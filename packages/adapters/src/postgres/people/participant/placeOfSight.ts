import type { Transaction } from '../../engine/unitOfWork/index.ts';

/**
 * The field by which the person of the transaction would see the pay of an employee whose pay is not in sight yet, by a change of it: access may be to
 * that of offices or of titles. A token that sees no pay brings nobody into the sight of its owner either.
 */
export async function placeOfSight(
  tx: Transaction,
  employeeId: string,
  place: { readonly office: string | undefined; readonly title: string | undefined },
): Promise<'office' | 'title' | undefined> {
  const [found] = await tx.query<{ field: 'office' | 'title' }>(
    `SELECT CASE WHEN moved.office = ANY (a.offices) THEN 'office' ELSE 'title' END AS field
     FROM pay_access a JOIN employee e ON e.tenant_id = $1 AND e.id = $2 AND e.person_id IS DISTINCT FROM current_person(),
       LATERAL (SELECT nullif($3::uuid, e.office_id) AS office, nullif($4::uuid, e.title_id) AS title) moved
     WHERE a.tenant_id = $1 AND a.person_id = current_person() AND a.status = 'ACTIVE' AND (a.ends_on IS NULL OR a.ends_on >= firm_day()) AND a.kind = 'SELECTED' AND (moved.office = ANY (a.offices) OR moved.title = ANY (a.titles)) AND NOT sees_pay_of(e.id)
     LIMIT 1`,
    [tx.tenantId, employeeId, place.office ?? null, place.title ?? null],
  );
  return found?.field;
}
