import type { userEndpoints } from '@carrara/contract/platform/user';
import type { RowOf } from '@carrara/contract/core/endpoint';
import type { Application } from '@carrara/contract/core/permissions';
import type { ModuleRole, User } from '@carrara/contract/platform/user';
import { column, defineListQuery } from '../../engine/lists/index.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { sql } from 'kysely';

const sqlActive = sql`NOT b.is_inactive`;

const textOfPerson = (alias: string) =>
  `lower(${alias}.first_name || ' ' || ${alias}.last_name || E'\\n' || coalesce(${alias}.email, '') || E'\\n' || ${alias}.login) AS search_text`;

/** The members of a tenant, and those whom it has invited: of these only what it wrote itself. */
const members = `(
  SELECT m.tenant_id, m.person_id AS id, m.row_version, m.is_inactive, p.first_name, p.last_name, coalesce(p.email, '') AS email, p.login, NULL::timestamptz AS mailed_until,
         CASE WHEN m.is_inactive THEN 'Archived' ELSE 'Active' END AS status, p.home_tenant_id IS NOT DISTINCT FROM m.tenant_id AND NOT p.is_program AS is_home, p.is_program,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('application', r.application, 'role', r.role) ORDER BY r.application), '[]')
          FROM membership_role r WHERE r.tenant_id = m.tenant_id AND r.person_id = m.person_id) AS roles,
         ${textOfPerson('p')}
  FROM membership m JOIN person p ON p.id = m.person_id
  UNION ALL
  SELECT i.tenant_id, i.id, i.row_version, i.is_inactive, i.first_name, i.last_name, coalesce(i.email, ''), i.login, i.token_until,
         CASE WHEN i.is_inactive THEN 'Archived' ELSE 'Invited' END, true, false, i.roles, ${textOfPerson('i')}
  FROM invitation i
)`;

export const userList = defineListQuery<RowOf<typeof userEndpoints.listUsers>>({
  base: { table: members },
  columns: {
    rowVersion: column('count', 'b.row_version'),
    firstName: column('text', 'b.first_name'),
    lastName: column('text', 'b.last_name'),
    email: column('text', 'b.email'),
    username: column('text', 'b.login'),
    isInactive: column('boolean', 'b.is_inactive'),
    status: column('text', 'b.status'),
  },
  search: { text: 'b.search_text' },
  filters: { includeInactive: { where: (value) => (value === true ? undefined : sqlActive) } },
  defaultSort: { field: 'lastName', ascending: true },
});

/** A member or an invitation as it is stored. */
export interface StoredUser extends Omit<User, 'canManage' | 'canEditPerson'> {
  /** Whether this tenant is the person's home firm; for an invitation it is not told. */
  readonly isHome: boolean;
  readonly isInvitation: boolean;
  /** It has rights and cannot sign in. */
  readonly isProgram: boolean;
  /** Whether the person has access to pay, or reads own pay in the portal, that who asks does not see. */
  readonly isOfPayAccess: boolean;
  /** Every module that the person holds, by own roles and by groups; for an invitation those it will give. */
  readonly modules: readonly Application[];
}

/** Whether somebody keeps pay in the firm, and who asks does not see that of an employee: whoever reads as that employee in the portal reads it. */
const unseenPay = (employee: string) =>
  `(EXISTS (SELECT FROM pay_access a WHERE a.tenant_id = $1) AND NOT sees_pay_of(${employee}))`;

/** Whether a person has access to pay, which is beyond who does not see everybody's: whoever could be that person would have it too. */
const accessBeyondOwn = (person: string) =>
  `(NOT sees_all_pay() AND EXISTS (SELECT FROM pay_access a WHERE a.tenant_id = $1 AND a.person_id = ${person} AND a.status <> 'END'))`;

/** Whether signing in as a person, or as whom an invitation is for, opens pay beyond who asks: by access to pay, or by the own that is read in the portal. */
const waysBeyondOwn = (person: string) =>
  `EXISTS (SELECT FROM (SELECT coalesce((SELECT i.person_id FROM invitation i WHERE i.tenant_id = $1 AND i.id = ${person}), ${person}) AS id) who
    WHERE ${accessBeyondOwn('who.id')}
       OR EXISTS (SELECT FROM employee e WHERE e.tenant_id = $1 AND e.person_id = who.id AND ${unseenPay('e.id')}))`;

/** Whether who asks does not see the pay of an employee, of which there may be some. */
export const isPayBeyond = (tx: Transaction, employeeId: string): Promise<boolean> =>
  isSo(tx, unseenPay('$2::uuid'), employeeId);

/** Whether one person has access to pay that is beyond who asks: who sees the pay of everybody says who that is. */
export const hasPayAccessBeyond = (tx: Transaction, personId: string): Promise<boolean> =>
  isSo(tx, accessBeyondOwn('$2::uuid'), personId);

/** Whether signing in as one person opens pay beyond who asks. */
export const opensPayBeyond = (tx: Transaction, personId: string): Promise<boolean> =>
  isSo(tx, waysBeyondOwn('$2::uuid'), personId);

async function isSo(tx: Transaction, what: string, id: string): Promise<boolean> {
  const [found] = await tx.query<{ is: boolean }>(`SELECT ${what} AS is`, [tx.tenantId, id]);
  return found?.is ?? false;
}

/** A member of the tenant with the own roles, or an invitation. */
export async function loadUser(tx: Transaction, id: string): Promise<StoredUser | undefined> {
  const [found] = await tx.query<StoredUser>(
    `SELECT b.id, b.row_version AS "rowVersion", b.first_name AS "firstName", b.last_name AS "lastName", b.email, b.login AS username,
            b.is_inactive AS "isInactive", b.status, b.mailed_until AS "mailedUntil", b.roles, b.is_home AS "isHome", b.is_program AS "isProgram",
            b.is_home AND has_second_factor(b.id) AS "hasSecondFactor",
            EXISTS (SELECT FROM invitation i WHERE i.tenant_id = b.tenant_id AND i.id = b.id) AS "isInvitation",
            b.id IS DISTINCT FROM current_person() AND ${waysBeyondOwn('b.id')} AS "isOfPayAccess",
            ARRAY(SELECT r ->> 'application' FROM jsonb_array_elements(b.roles) r
                  UNION SELECT gr.application FROM user_group_member gm
                  JOIN user_group g ON g.tenant_id = gm.tenant_id AND g.id = gm.group_id AND NOT g.is_inactive
                  JOIN user_group_role gr ON gr.tenant_id = g.tenant_id AND gr.group_id = g.id
                  WHERE gm.tenant_id = b.tenant_id AND gm.person_id = b.id AND NOT gm.is_inactive) AS modules
     FROM ${members} b WHERE b.tenant_id = $1 AND b.id = $2`,
    [tx.tenantId, id],
  );
  return found;
}

export interface PersonValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly username: string;
}

export interface KnownPerson {
  readonly id: string;
  /** Whether this tenant is the person's home firm. */
  readonly isHome: boolean;
}

/** The person of a login, of whatever tenant; logins are the same whatever their case. */
export async function personOfLogin(tx: Transaction, login: string): Promise<KnownPerson | undefined> {
  const [found] = await tx.query<KnownPerson>(
    'SELECT id, home_tenant_id IS NOT DISTINCT FROM $2 AS "isHome" FROM person WHERE lower(login) = lower($1)',
    [login, tx.tenantId],
  );
  return found;
}

/** Makes a person at home in this tenant; false when somebody made one of that login at the same moment. */
export async function insertPerson(tx: Transaction, id: string, person: PersonValues): Promise<boolean> {
  const made = await tx.query(
    `INSERT INTO person (id, login, first_name, last_name, email, created_at, created_by, updated_at, updated_by, home_tenant_id)
     VALUES ($1, $2, $3, $4, nullif($5, ''), $6, $7, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id`,
    [id, person.username, person.firstName, person.lastName, person.email, tx.now, tx.personId, tx.tenantId],
  );
  return made.length > 0;
}

export async function updatePerson(tx: Transaction, id: string, person: PersonValues): Promise<void> {
  await tx.query(
    `UPDATE person SET login = $2, first_name = $3, last_name = $4, email = nullif($5, ''), row_version = row_version + 1,
       updated_at = $6, updated_by = $7 WHERE id = $1`,
    [id, person.username, person.firstName, person.lastName, person.email, tx.now, tx.personId],
  );
}

interface NewPassword {
  readonly personId: string;
  readonly hash: string;
  /** Given by an administrator, to be changed at first use. */
  readonly isGiven: boolean;
  /** The session that goes on; every other one of the person ends. */
  readonly keptSession: string | null;
}

/** Sets a password and ends every session of the person but the one that is kept. */
export async function replacePassword(
  tx: Transaction,
  { personId, hash, isGiven, keptSession }: NewPassword,
): Promise<void> {
  await tx.query(
    `INSERT INTO credential (person_id, password_hash, must_change, changed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (person_id) DO UPDATE SET password_hash = $2, must_change = $3, changed_at = $4`,
    [personId, hash, isGiven, tx.now],
  );
  await endSessionsOf(tx, personId, keptSession);
  // A link that was mailed before is of the password before.
  await tx.query('DELETE FROM password_reset WHERE person_id = $1', [personId]);
  await tx.query('UPDATE session SET password_due = false WHERE id = $1', [keptSession]);
}

/** Ends every session of a person but one. */
export async function endSessionsOf(tx: Transaction, personId: string, but: string | null = null): Promise<void> {
  await tx.query(
    'UPDATE session SET revoked_at = $2 WHERE person_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $3',
    [personId, tx.now, but],
  );
}

export async function insertMembership(tx: Transaction, personId: string, invitationId: string): Promise<void> {
  await tx.query(
    `INSERT INTO membership (tenant_id, person_id, invitation_id, is_inactive, created_at, created_by, updated_at, updated_by)
     VALUES ($1, $2, $3, false, $4, $5, $4, $5)`,
    [tx.tenantId, personId, invitationId, tx.now, tx.personId],
  );
}

/** The member whom an invitation has become. */
export async function memberOfInvitation(tx: Transaction, id: string): Promise<StoredUser | undefined> {
  const [found] = await tx.query<{ personId: string }>(
    'SELECT person_id AS "personId" FROM membership WHERE tenant_id = $1 AND invitation_id = $2',
    [tx.tenantId, id],
  );
  return found && loadUser(tx, found.personId);
}

/** False when the membership was changed by someone else since. */
export async function updateMembership(
  tx: Transaction,
  personId: string,
  isInactive: boolean,
  rowVersion: number,
): Promise<boolean> {
  const changed = await tx.query(
    `UPDATE membership SET is_inactive = $3, row_version = row_version + 1, updated_at = $4, updated_by = $5
     WHERE tenant_id = $1 AND person_id = $2 AND row_version = $6 RETURNING person_id`,
    [tx.tenantId, personId, isInactive, tx.now, tx.personId, rowVersion],
  );
  return changed.length > 0;
}

export async function replaceRoles(tx: Transaction, personId: string, roles: readonly ModuleRole[]): Promise<void> {
  await tx.query('DELETE FROM membership_role WHERE tenant_id = $1 AND person_id = $2', [tx.tenantId, personId]);
  await tx.query(
    `INSERT INTO membership_role (tenant_id, person_id, application, role)
     SELECT $1, $2, given.application, given.role FROM unnest($3::text[], $4::text[]) AS given(application, role)`,
    [tx.tenantId, personId, roles.map(({ application }) => application), roles.map(({ role }) => role)],
  );
}

export function groupsOfUser(tx: Transaction, personId: string): Promise<{ id: string; name: string }[]> {
  return tx.query(
    `SELECT g.id, g.name FROM user_group_member m JOIN user_group g ON g.tenant_id = m.tenant_id AND g.id = m.group_id
     WHERE m.tenant_id = $1 AND m.person_id = $2 AND NOT m.is_inactive ORDER BY lower(g.name), g.id`,
    [tx.tenantId, personId],
  );
}
