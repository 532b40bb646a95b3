import type { userEndpoints } from '@carrara/contract/platform/user/user';
import type { RowOf } from '@carrara/contract/core/endpoint';
import type { Application } from '@carrara/contract/core/permissions';
import type { ModuleRole, User } from '@carrara/contract/platform/user/user';
import { column } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { sql } from 'kysely';

const sqlActive = sql`NOT b.is_inactive`;

const textOfPerson = (alias: string) =>
  `lower(${alias}.first_name || ' ' || ${alias}.last_name || E'\\n' || coalesce(${alias}.email, '') || E'\\n' || ${alias}.login) AS search_text`;

/**
 * SQL for the members of a tenant, and the people it has invited. For the latter, only what the tenant entered itself.
 */
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

/** SQL for all modules of a user, from their own roles and from active groups. */
const modulesSql = `ARRAY(SELECT r ->> 'application' FROM jsonb_array_elements(b.roles) r
                  UNION SELECT gr.application FROM user_group_member gm
                  JOIN user_group g ON g.tenant_id = gm.tenant_id AND g.id = gm.group_id AND NOT g.is_inactive
                  JOIN user_group_role gr ON gr.tenant_id = g.tenant_id AND gr.group_id = g.id
                  WHERE gm.tenant_id = b.tenant_id AND gm.person_id = b.id AND NOT gm.is_inactive)`;

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
    modules: { value: modulesSql },
  },
  search: { text: 'b.search_text' },
  filters: { includeInactive: { where: (value) => (value === true ? undefined : sqlActive) } },
  defaultSort: { field: 'lastName', ascending: true },
});

/** A stored member or invitation. */
export interface StoredUser extends Omit<User, 'canManage' | 'canEditPerson'> {
  /** True if this tenant is the person's home firm. Not disclosed for an invitation. */
  readonly isHome: boolean;
  readonly isInvitation: boolean;
  /** True for a program, which has permissions but can't sign in. */
  readonly isProgram: boolean;
  /**
   * True if the person has pay access, or reads their own pay in the portal, and the current person may not see that
   * pay.
   */
  readonly isOfPayAccess: boolean;
  /**
   * All modules of the person, from their own roles and from groups. For an invitation, the modules that it will grant.
   */
  readonly modules: readonly Application[];
}

/**
 * Returns SQL that is true if the firm manages pay and the current person may not see that of an employee. The
 * employee's portal user can read it.
 */
const unseenPay = (employee: string) =>
  `(EXISTS (SELECT FROM pay_access a WHERE a.tenant_id = $1) AND NOT can_view_pay(${employee}))`;

/**
 * Returns SQL that is true if a person has pay access and the current person doesn't see everybody's pay. Anybody
 * who could act as that person would gain the access.
 */
const accessBeyondOwn = (person: string) =>
  `(NOT can_view_all_pay() AND EXISTS (SELECT FROM pay_access a WHERE a.tenant_id = $1 AND a.person_id = ${person} AND a.status <> 'END'))`;

/**
 * Returns SQL that is true if signing in as a person, invited or not, would reveal pay that the current person may not
 * see. The pay can be visible through pay access, or be the person's own in the portal.
 */
const pathsBeyondOwn = (person: string) =>
  `EXISTS (SELECT FROM (SELECT coalesce((SELECT i.person_id FROM invitation i WHERE i.tenant_id = $1 AND i.id = ${person}), ${person}) AS id) target
    WHERE ${accessBeyondOwn('target.id')}
       OR EXISTS (SELECT FROM employee e WHERE e.tenant_id = $1 AND e.person_id = target.id AND ${unseenPay('e.id')}))`;

/** True if the current person may not see the pay of an employee, whether there is any or not. */
export const isPayBeyond = (tx: Transaction, employeeId: string): Promise<boolean> =>
  isSo(tx, unseenPay('$2::uuid'), employeeId);

/**
 * True if a person has pay access that the current person may not change. Only people who see everybody's pay decide
 * who that is.
 */
export const hasPayAccessBeyond = (tx: Transaction, personId: string): Promise<boolean> =>
  isSo(tx, accessBeyondOwn('$2::uuid'), personId);

/** True if signing in as a person would reveal pay that the current person may not see. */
export const opensPayBeyond = (tx: Transaction, personId: string): Promise<boolean> =>
  isSo(tx, pathsBeyondOwn('$2::uuid'), personId);

async function isSo(tx: Transaction, condition: string, id: string): Promise<boolean> {
  const [found] = await tx.query<{ is: boolean }>(`SELECT ${condition} AS is`, [tx.tenantId, id]);
  return found?.is ?? false;
}

/** Loads a member of the tenant with their own roles, or an invitation. */
export async function loadUser(tx: Transaction, id: string): Promise<StoredUser | undefined> {
  const [found] = await tx.query<StoredUser>(
    `SELECT b.id, b.row_version AS "rowVersion", b.first_name AS "firstName", b.last_name AS "lastName", b.email, b.login AS username,
            b.is_inactive AS "isInactive", b.status, b.mailed_until AS "mailedUntil", b.roles, b.is_home AS "isHome", b.is_program AS "isProgram",
            b.is_home AND has_second_factor(b.id) AS "hasSecondFactor",
            EXISTS (SELECT FROM invitation i WHERE i.tenant_id = b.tenant_id AND i.id = b.id) AS "isInvitation",
            b.id IS DISTINCT FROM current_person() AND ${pathsBeyondOwn('b.id')} AS "isOfPayAccess",
            ${modulesSql} AS modules
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

export interface ExistingPerson {
  readonly id: string;
  /** True if this tenant is the person's home firm. */
  readonly isHome: boolean;
}

/** Returns the person with a login, in any tenant. Logins ignore case. */
export async function personOfLogin(tx: Transaction, login: string): Promise<ExistingPerson | undefined> {
  const [found] = await tx.query<ExistingPerson>(
    'SELECT id, home_tenant_id IS NOT DISTINCT FROM $2 AS "isHome" FROM person WHERE lower(login) = lower($1)',
    [login, tx.tenantId],
  );
  return found;
}

/** Creates a person whose home is this tenant. Returns false if somebody created the same login concurrently. */
export async function insertPerson(tx: Transaction, id: string, person: PersonValues): Promise<boolean> {
  const created = await tx.query(
    `INSERT INTO person (id, login, first_name, last_name, email, created_at, created_by, updated_at, updated_by, home_tenant_id)
     VALUES ($1, $2, $3, $4, nullif($5, ''), $6, $7, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id`,
    [id, person.username, person.firstName, person.lastName, person.email, tx.now, tx.personId, tx.tenantId],
  );
  return created.length > 0;
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
  /** True if an administrator set it, so that the person has to change it at first use. */
  readonly isTemporary: boolean;
  /** Session that continues. All others of the person end. */
  readonly storedSession: string | null;
}

/** Sets a password and ends all other sessions of the person. */
export async function replacePassword(
  tx: Transaction,
  { personId, hash, isTemporary, storedSession: currentSession }: NewPassword,
): Promise<void> {
  await tx.query(
    `INSERT INTO credential (person_id, password_hash, must_change, changed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (person_id) DO UPDATE SET password_hash = $2, must_change = $3, changed_at = $4`,
    [personId, hash, isTemporary, tx.now],
  );
  await endPersonSessions(tx, personId, currentSession);
  // A reset link mailed earlier was for the old password.
  await tx.query('DELETE FROM password_reset WHERE person_id = $1', [personId]);
  await tx.query('UPDATE session SET password_due = false WHERE id = $1', [currentSession]);
}

/** Ends all sessions of a person except one. */
export async function endPersonSessions(
  tx: Transaction,
  personId: string,
  remainingId: string | null = null,
): Promise<void> {
  await tx.query(
    'UPDATE session SET revoked_at = $2 WHERE person_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $3',
    [personId, tx.now, remainingId],
  );
}

export async function insertMembership(tx: Transaction, personId: string, invitationId: string): Promise<void> {
  await tx.query(
    `INSERT INTO membership (tenant_id, person_id, invitation_id, is_inactive, created_at, created_by, updated_at, updated_by)
     VALUES ($1, $2, $3, false, $4, $5, $4, $5)`,
    [tx.tenantId, personId, invitationId, tx.now, tx.personId],
  );
}

/** Returns the member that an invitation has become. */
export async function memberOfInvitation(tx: Transaction, id: string): Promise<StoredUser | undefined> {
  const [found] = await tx.query<{ personId: string }>(
    'SELECT person_id AS "personId" FROM membership WHERE tenant_id = $1 AND invitation_id = $2',
    [tx.tenantId, id],
  );
  return found && loadUser(tx, found.personId);
}

/** Updates a membership. Returns false if somebody else changed it since. */
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
     SELECT $1, $2, input.application, input.role FROM unnest($3::text[], $4::text[]) AS input(application, role)`,
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
