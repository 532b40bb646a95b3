import type { RowOf } from '@carrara/contract/core/endpoint';
import type { compEmployeeEndpoints } from '@carrara/contract/compensation/compEmployee';
import type { Reference } from '@carrara/contract/core/kinds';
import type { LeaverKind } from '@carrara/domain/compensation/deferred';
import { column, condition, equals, referenceColumn } from '../engine/lists/definition.ts';
import { defineListQuery } from '../engine/lists/listQuery.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { personName } from '../engine/texts/personName.ts';
import { displayedStatus, displayedTermination, statusOnDay } from '../people/participant/statusOnDay.ts';

/**
 * An employee's position: their manager, whether their pay is visible only to people who may see everybody's, and their
 * user.
 */
export interface PayScope {
  readonly manager: Reference | null;
  readonly isPayRestricted: boolean;
  readonly user: Reference | null;
}

export async function readPayScope(tx: Transaction, id: string): Promise<PayScope | undefined> {
  const [scope] = await tx.query<PayScope>(
    `SELECT CASE WHEN e.manager_id IS NOT NULL THEN (SELECT jsonb_build_object('id', p.id, 'name', p.name) FROM participant p
         WHERE p.tenant_id = e.tenant_id AND p.id = e.manager_id) END AS manager,
       e.is_pay_restricted AS "isPayRestricted",
       CASE WHEN e.person_id IS NOT NULL THEN jsonb_build_object('id', e.person_id, 'name', ${personName('e.person_id')}) END AS "user"
     FROM employee e WHERE e.tenant_id = $1 AND e.id = $2`,
    [tx.tenantId, id],
  );
  return scope;
}

/** True if the person of the transaction may see an employee's pay. */
export async function canViewEmployeePay(tx: Transaction, employeeId: string): Promise<boolean> {
  const [row] = await tx.query<{ canView: boolean }>('SELECT can_view_pay($1) AS "canView"', [employeeId]);
  return row?.canView ?? false;
}

const referring = ['salary', 'award', 'deferred_award', 'payroll_row', 'payroll_explanation', 'pay_statement'];

/** True if visible pay or somebody's reporting line refers to an employee. */
export async function hasPayReferences(tx: Transaction, employeeId: string): Promise<boolean> {
  const rows = [...referring.map((table) => [table, 'employee_id']), ['employee', 'manager_id']].map(
    ([table, column]) => `EXISTS (SELECT FROM ${table} x WHERE x.tenant_id = $1 AND x.${column} = $2)`,
  );
  const [found] = await tx.query<{ is: boolean }>(`SELECT ${rows.join(' OR ')} AS is`, [tx.tenantId, employeeId]);
  return found?.is ?? false;
}

export async function readLeaverKind(tx: Transaction, id: string): Promise<LeaverKind | null> {
  const [found] = await tx.query<{ kind: LeaverKind | null }>(
    'SELECT leaver_kind AS kind FROM employee WHERE tenant_id = $1 AND id = $2',
    [tx.tenantId, id],
  );
  return found?.kind ?? null;
}

/** Returns all employees in short form. */
export const employeeNavigation = (tx: Transaction): Promise<{ id: string; name: string; code: string | null }[]> =>
  tx.query(`SELECT id, name, code FROM participant WHERE tenant_id = $1 AND kind = 'employee' ORDER BY name, id`, [
    tx.tenantId,
  ]);

/** Stores an employee's position in the reporting line. The caller saves the employee's record. */
export async function storePayScope(
  tx: Transaction,
  employee: { readonly id: string; readonly name: string; readonly rowVersion: number },
  before: PayScope,
  after: PayScope,
): Promise<void> {
  await tx.query(
    `UPDATE employee SET manager_id = $3, is_pay_restricted = $4, person_id = $5 WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, employee.id, after.manager?.id ?? null, after.isPayRestricted, after.user?.id ?? null],
  );
  tx.record({
    operation: 'saveReportingLine',
    objectType: 'employee',
    objectId: employee.id,
    objectName: employee.name,
    before,
    after,
    rowVersion: employee.rowVersion,
  });
}

/**
 * True if one employee is above another, or is the same. Takes a lock, so that of two concurrent changes to the
 * reporting line the second sees the first.
 */
export async function isAbove(tx: Transaction, id: string, other: string): Promise<boolean> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('reporting line ' || $1::text, 0))`, [tx.tenantId]);
  const [found] = await tx.query<{ above: boolean }>(
    `WITH RECURSIVE line AS (SELECT $3::uuid AS id UNION
       SELECT e.manager_id FROM employee e JOIN line ON e.tenant_id = $1 AND e.id = line.id WHERE e.manager_id IS NOT NULL)
     SELECT $2::uuid IN (SELECT id FROM line) AS above`,
    [tx.tenantId, id, other],
  );
  return found?.above ?? false;
}

const t = 'JOIN employee t ON t.tenant_id = b.tenant_id AND t.id = b.id';
/** List of all current and former employees, without pay. */
export const compEmployeeList = defineListQuery<RowOf<(typeof compEmployeeEndpoints)['listCompEmployees']>>({
  base: { table: 'participant', where: `b.kind = 'employee'`, joins: { t } },
  columns: {
    rowVersion: column('count', 't.row_version', ['t']),
    name: column('text', 'b.name'),
    code: column('code', 'b.code'),
    businessTitle: column('text', 't.business_title', ['t']),
    title: referenceColumn('t.title_id', 'reference:title', ['t']),
    office: referenceColumn('t.office_id', 'reference:office', ['t']),
    department: column('text', 't.department', ['t']),
    manager: referenceColumn('t.manager_id', 'compEmployee', ['t']),
    hireDate: column('date', 't.hire_date', ['t']),
    terminationDate: column('date', displayedTermination('b')),
    status: { value: displayedStatus('b'), sort: statusOnDay('b') },
  },
  filters: {
    status: equals(statusOnDay('b')),
    managerId: condition('t.manager_id = ?::uuid', ['t']),
    payable: condition('(t.person_id IS DISTINCT FROM current_person() AND can_view_pay(b.id)) = ?::boolean', ['t']),
  },
  search: { text: 'b.search_text', index: 'matching_participants' },
  defaultSort: { field: 'name', ascending: true },
});

/** Returns the office of each employee who has one. */
export async function employeeOffices(tx: Transaction): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; office: string }>(
    'SELECT id, office_id AS office FROM employee WHERE tenant_id = $1 AND office_id IS NOT NULL',
    [tx.tenantId],
  );
  return new Map(rows.map(({ id, office }) => [id, office]));
}
