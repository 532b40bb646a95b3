import type { ModuleRole, User } from '@carrara/contract/user';
import { err, type Failure, ok, type Result } from '@carrara/domain/kernel';
import { failureOf } from '../database/failures.ts';
import { column, defineListQuery } from '../lists/index.ts';
import type { Transaction } from '../unitOfWork/index.ts';
import { sql } from 'kysely';

const sqlActive = sql`NOT b.is_inactive`;

const members = `(
  SELECT m.tenant_id, m.person_id AS id, m.row_version, m.is_inactive, p.first_name, p.last_name, coalesce(p.email, '') AS email, p.login,
         lower(p.first_name || ' ' || p.last_name || E'\\n' || coalesce(p.email, '') || E'\\n' || p.login) AS search_text
  FROM membership m JOIN person p ON p.id = m.person_id
)`;

export const userList = defineListQuery({
  base: { table: members },
  columns: {
    rowVersion: column('count', 'b.row_version'),
    firstName: column('text', 'b.first_name'),
    lastName: column('text', 'b.last_name'),
    email: column('text', 'b.email'),
    username: column('text', 'b.login'),
    isInactive: column('boolean', 'b.is_inactive'),
  },
  search: { text: 'b.search_text' },
  filters: { includeInactive: { where: (value) => (value === true ? undefined : sqlActive) } },
  defaultSort: { field: 'lastName', ascending: true },
});

/** A member of the tenant with the own roles. */
export async function loadUser(tx: Transaction, id: string): Promise<User | undefined> {
  const [found] = await tx.query<User>(
    `SELECT b.id, b.row_version AS "rowVersion", b.first_name AS "firstName", b.last_name AS "lastName", b.email, b.login AS username,
            b.is_inactive AS "isInactive",
            (SELECT coalesce(jsonb_agg(jsonb_build_object('application', r.application, 'role', r.role) ORDER BY r.application), '[]')
             FROM membership_role r WHERE r.tenant_id = b.tenant_id AND r.person_id = b.id) AS roles,
            NOT EXISTS (SELECT FROM roles_of_person(b.id) o WHERE o.tenant_id <> b.tenant_id) AS "canEditPerson"
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

/** The person of a login, of whatever tenant; logins are the same whatever their case. */
export async function personOfLogin(tx: Transaction, login: string): Promise<string | undefined> {
  const [found] = await tx.query<{ id: string }>('SELECT id FROM person WHERE lower(login) = lower($1)', [login]);
  return found?.id;
}

export async function insertPerson(tx: Transaction, id: string, person: PersonValues): Promise<void> {
  await tx.query(
    `INSERT INTO person (id, login, first_name, last_name, email, created_at, created_by, updated_at, updated_by)
     VALUES ($1, $2, $3, $4, nullif($5, ''), $6, $7, $6, $7)`,
    [id, person.username, person.firstName, person.lastName, person.email, tx.now, tx.personId],
  );
}

export async function updatePerson(tx: Transaction, id: string, person: PersonValues): Promise<void> {
  await tx.query(
    `UPDATE person SET login = $2, first_name = $3, last_name = $4, email = nullif($5, ''), row_version = row_version + 1,
       updated_at = $6, updated_by = $7 WHERE id = $1`,
    [id, person.username, person.firstName, person.lastName, person.email, tx.now, tx.personId],
  );
}

/** Sets a password and ends every session of the person but the one given. */
export async function replacePassword(
  run: { query(text: string, values: readonly unknown[]): Promise<unknown> },
  personId: string,
  hash: string,
  now: string,
  keptSession: string | null,
): Promise<void> {
  await run.query(
    `INSERT INTO credential (person_id, password_hash, changed_at) VALUES ($1, $2, $3)
     ON CONFLICT (person_id) DO UPDATE SET password_hash = $2, must_change = false, changed_at = $3`,
    [personId, hash, now],
  );
  await run.query(
    'UPDATE session SET revoked_at = $2 WHERE person_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $3',
    [personId, now, keptSession],
  );
}

export async function insertMembership(tx: Transaction, personId: string, isInactive: boolean): Promise<void> {
  await tx.query(
    `INSERT INTO membership (tenant_id, person_id, is_inactive, created_at, created_by, updated_at, updated_by)
     VALUES ($1, $2, $3, $4, $5, $4, $5)`,
    [tx.tenantId, personId, isInactive, tx.now, tx.personId],
  );
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

/** Takes a person out of the tenant; false when the membership has another row version. Who was asked to approve something stays: IN_USE. */
export async function deleteMembership(
  tx: Transaction,
  personId: string,
  rowVersion: number | undefined,
): Promise<Result<boolean, Failure>> {
  try {
    const gone = await tx.query(
      'DELETE FROM membership WHERE tenant_id = $1 AND person_id = $2 AND row_version = coalesce($3, row_version) RETURNING person_id',
      [tx.tenantId, personId, rowVersion ?? null],
    );
    return ok(gone.length > 0);
  } catch (error) {
    const failure = failureOf(error);
    if (failure) return err(failure);
    throw error;
  }
}

export function groupsOfUser(tx: Transaction, personId: string): Promise<{ id: string; name: string }[]> {
  return tx.query(
    `SELECT g.id, g.name FROM user_group_member m JOIN user_group g ON g.tenant_id = m.tenant_id AND g.id = m.group_id
     WHERE m.tenant_id = $1 AND m.person_id = $2 AND NOT m.is_inactive ORDER BY lower(g.name), g.id`,
    [tx.tenantId, personId],
  );
}
