import type { RowOf } from '@carrara/contract/core/endpoint';
import type { payAccessEndpoints } from '@carrara/contract/compensation/payAccess';
import {
  type AccessPeople,
  type PayAccessKind,
  payAccessKinds,
  type PayAccessStatus,
} from '@carrara/domain/compensation/access';
import { column, condition } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';
import { readAccountProvisioners } from '../../platform/user/readAccountProvisioners.ts';
import { hasModule } from '../../platform/user/hasModule.ts';
import { statusColumn } from '../../statusText.ts';

const names = (table: string, ids: string, name: string) =>
  `(SELECT string_agg(o.${name}, ', ' ORDER BY lower(o.${name})) FROM ${table} o WHERE o.tenant_id = b.tenant_id AND o.id = ANY (b.${ids}))`;
const selection = `concat_ws(', ', ${names('participant', 'employees', 'name')}, ${names('reference_entry', 'offices', 'description')}, ${names('reference_entry', 'titles', 'description')})`;

/** List of pay access, latest request first. */
export const payAccessList = defineListQuery<RowOf<(typeof payAccessEndpoints)['listPayAccess']>>({
  base: { table: 'pay_access' },
  columns: {
    rowVersion: column('count', 'b.row_version'),
    person: column('text', personName('b.person_id')),
    personId: { value: 'b.person_id' },
    kind: column('text', 'b.kind'),
    selection: column('text', selection),
    reason: column('longText', 'b.reason'),
    endsOn: column('date', 'b.ends_on'),
    status: statusColumn('payAccess'),
    requestedBy: column('text', `coalesce(${personName('b.requested_by')}, '')`),
    requestedById: { value: 'b.requested_by' },
    createdDate: column('instant', 'b.created_at'),
    answeredBy: column('text', personName('b.answered_by')),
  },
  search: { text: `lower(${personName('b.person_id')} || E'\\n' || b.reason)` },
  filters: {
    id: condition('b.id = ?::uuid'),
    personId: condition('b.person_id = ?::uuid'),
    ownOrFirst: condition("(b.person_id = ?::uuid OR b.kind = 'ALL' AND b.status = 'REQUESTED')"),
  },
  defaultSort: { field: 'createdDate', ascending: false },
});

/** Returns the people who may see everybody's pay today. */
async function holdersOfAll(tx: Transaction): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT DISTINCT person_id AS id FROM pay_access
     WHERE tenant_id = $1 AND kind = 'ALL' AND status = 'ACTIVE' AND coalesce(ends_on >= $2::date, true)`,
    [tx.tenantId, tx.now],
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns the people whose involvement with an access matters: holders of access to everybody's pay, and active
 * compensation administrators.
 */
export async function accessPeople(tx: Transaction): Promise<AccessPeople> {
  const rows = await tx.query<{ id: string }>(
    `SELECT m.person_id AS id FROM membership m JOIN person p ON p.id = m.person_id AND NOT p.is_inactive AND NOT p.is_program
     WHERE m.tenant_id = $1 AND NOT m.is_inactive AND ${hasModule('m', 'comp', 'administrator')}`,
    [tx.tenantId],
  );
  const administrators = rows.map(({ id }) => id);
  const requester = await tx.query<{ id: string }>(
    `SELECT DISTINCT requested_by AS id FROM pay_access WHERE tenant_id = $1 AND status = 'REQUESTED' AND requested_by IS NOT NULL`,
    [tx.tenantId],
  );
  const provisioners = await readAccountProvisioners(tx, [...administrators, ...requester.map(({ id }) => id)]);
  return { holders: await holdersOfAll(tx), administrators, ...provisioners };
}

export interface StoredPayAccess {
  readonly id: string;
  readonly rowVersion: number;
  readonly personId: string;
  readonly person: string;
  readonly kind: PayAccessKind;
  readonly status: PayAccessStatus;
  readonly requestedBy: string | null;
}

export async function loadPayAccess(tx: Transaction, id: string): Promise<StoredPayAccess | undefined> {
  const [found] = await tx.query<StoredPayAccess>(
    `SELECT id, row_version AS "rowVersion", person_id AS "personId", ${personName('b.person_id')} AS person, kind, status, requested_by AS "requestedBy"
     FROM pay_access b WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
    [tx.tenantId, id],
  );
  return found;
}

export interface NewPayAccess {
  readonly id: string;
  readonly personId: string;
  readonly kind: PayAccessKind;
  readonly employees: readonly string[];
  readonly offices: readonly string[];
  readonly titles: readonly string[];
  readonly reason: string;
  readonly endsOn: string | null;
  readonly status: string;
}

/** Inserts a pay access, requested by the person of the transaction or granted by the program itself. */
export async function insertPayAccess(tx: Transaction, operation: string, access: NewPayAccess): Promise<void> {
  const { id, personId, kind, employees, offices, titles, reason, endsOn, status } = access;
  await tx.query(
    `INSERT INTO pay_access (tenant_id, id, person_id, kind, employees, offices, titles, reason, ends_on, status, requested_by, created_at, created_by, updated_at, updated_by)
     VALUES ($1, $2, $3, $4, $5::uuid[], $6::uuid[], $7::uuid[], $8, $9, $10, $11, $12, $11, $12, $11)`,
    [tx.tenantId, id, personId, kind, employees, offices, titles, reason, endsOn, status, tx.personId, tx.now],
  );
  await note(tx, operation, { id, personId, rowVersion: 1 }, null, { kind, status, endsOn }, reason);
}

export async function movePayAccess(
  tx: Transaction,
  operation: string,
  before: StoredPayAccess,
  status: string,
  reason: string | null,
): Promise<void> {
  const rowVersion = before.rowVersion + 1;
  await tx.query(
    `UPDATE pay_access SET status = $3, answered_by = $4, answered_at = $5, row_version = $6, updated_at = $5, updated_by = $4
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, before.id, status, tx.personId, tx.now, rowVersion],
  );
  await note(tx, operation, { ...before, rowVersion }, { status: before.status }, { status }, reason);
}

async function note(
  tx: Transaction,
  operation: string,
  { id, personId, rowVersion }: Pick<StoredPayAccess, 'id' | 'personId' | 'rowVersion'>,
  before: object | null,
  after: object,
  reason: string | null,
): Promise<void> {
  const [person] = await tx.query<{ name: string }>(`SELECT ${personName('$1::uuid')} AS name`, [personId]);
  tx.record({
    operation,
    objectType: 'payAccess',
    objectId: id,
    objectName: person?.name ?? null,
    before,
    after,
    reason,
    rowVersion,
  });
}

/** True if a person is a member of the firm. */
export async function isMember(tx: Transaction, personId: string): Promise<boolean> {
  const found = await tx.query('SELECT FROM membership WHERE tenant_id = $1 AND person_id = $2 AND NOT is_inactive', [
    tx.tenantId,
    personId,
  ]);
  return found.length > 0;
}

/** Explains a person's pay access to one employee as text. The first line says whether the pay is visible. */
export async function explainPayAccess(
  tx: Transaction,
  personId: string,
  employeeId: string,
): Promise<{ readonly canView: boolean; readonly reasons: string[] }> {
  const [row] = await tx.query<{
    isOwn: boolean;
    isRestricted: boolean;
    isBelow: boolean;
    kinds: PayAccessKind[];
    selected: boolean;
  }>(
    `WITH RECURSIVE line AS (SELECT e.manager_id AS id FROM employee e WHERE e.tenant_id = $1 AND e.id = $3
         UNION SELECT e.manager_id FROM employee e JOIN line ON e.tenant_id = $1 AND e.id = line.id),
       access AS (SELECT a.* FROM pay_access a WHERE a.tenant_id = $1 AND a.person_id = $2 AND a.status = 'ACTIVE'
         AND (a.ends_on IS NULL OR a.ends_on >= firm_day()))
     SELECT e.person_id IS NOT DISTINCT FROM $2::uuid AS "isOwn", e.is_pay_restricted AS "isRestricted",
       EXISTS (SELECT FROM employee own JOIN line ON own.id = line.id WHERE own.tenant_id = $1 AND own.person_id = $2) AS "isBelow",
       ARRAY(SELECT DISTINCT kind FROM access ORDER BY kind) AS kinds,
       EXISTS (SELECT FROM access a WHERE a.kind = 'SELECTED' AND (e.id = ANY (a.employees) OR e.office_id = ANY (a.offices) OR e.title_id = ANY (a.titles))) AS selected
     FROM employee e WHERE e.tenant_id = $1 AND e.id = $3`,
    [tx.tenantId, personId, employeeId],
  );
  if (!row) return { canView: false, reasons: ['There is no such employee.'] };
  const { isOwn, isRestricted, isBelow, kinds, selected } = row;
  if (isOwn) return { canView: false, reasons: ['People can read their own pay only in released statements.'] };
  if (kinds.length === 0) return { canView: false, reasons: ['This person has no pay access.'] };
  if (kinds.includes('ALL')) return { canView: true, reasons: [`Access '${payAccessKinds.ALL}'.`] };
  if (isRestricted)
    return { canView: false, reasons: [`This pay is restricted and requires access '${payAccessKinds.ALL}'.`] };
  const reasons = [
    ...(kinds.includes('ALL_BUT_RESTRICTED')
      ? [`Access '${payAccessKinds.ALL_BUT_RESTRICTED}', and the pay isn’t restricted.`]
      : []),
    ...(kinds.includes('REPORTS') && isBelow
      ? [`Access '${payAccessKinds.REPORTS}', and the employee reports to this person today.`]
      : []),
    ...(selected ? [`Access '${payAccessKinds.SELECTED}' names the employee, the office or the title.`] : []),
  ];
  return reasons.length > 0
    ? { canView: true, reasons }
    : { canView: false, reasons: ['This person’s pay access doesn’t cover this employee.'] };
}
