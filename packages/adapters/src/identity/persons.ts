import type { Pool } from 'pg';
import { listMemberships } from './memberships.ts';
import type { ExistingOfPerson } from './passwordStrength.ts';

export interface PersonName {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly login: string;
}

export async function personById(pool: Pool, personId: string): Promise<PersonName | undefined> {
  const { rows } = await pool.query<PersonName>(
    `SELECT id, first_name AS "firstName", last_name AS "lastName", coalesce(email, '') AS email, login FROM person WHERE id = $1`,
    [personId],
  );
  return rows[0];
}

/** Returns the facts about a person that their password must not contain. */
export async function existingOfPerson(pool: Pool, personId: string): Promise<ExistingOfPerson> {
  const [person, memberships] = await Promise.all([personById(pool, personId), listMemberships(pool, personId)]);
  if (!person) throw new Error(`there is no person ${personId}`);
  return { ...person, firms: memberships.map(({ tenantName }) => tenantName) };
}

export interface Home {
  readonly tenantId: string;
  readonly login: string;
  readonly email: string;
}

/** Returns the hash of a person's password. Undefined if the person has none. */
export async function readPasswordHash(pool: Pool, personId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ hash: string }>(
    'SELECT password_hash AS hash FROM credential WHERE person_id = $1',
    [personId],
  );
  return rows[0]?.hash;
}

/**
 * Returns the person's home firm, whose audit log records the person's own actions, and the names they sign in with.
 */
export async function readHome(pool: Pool, personId: string): Promise<Home> {
  const { rows } = await pool.query<Home>(
    `SELECT coalesce(home_tenant_id, (SELECT tenant_id FROM roles_of_person(id) LIMIT 1)) AS "tenantId", login, coalesce(email, '') AS email
     FROM person WHERE id = $1`,
    [personId],
  );
  const [home] = rows;
  if (!home?.tenantId) throw new Error(`person ${personId} has no home firm`);
  return home;
}
