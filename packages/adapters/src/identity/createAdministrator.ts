import { applications } from '@carrara/contract/permissions';
import { err, type Failure, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import { fillTenant } from '../postgres/referenceData/index.ts';
import { type Passwords, shortestPassword } from './passwords.ts';

export interface NewAdministrator {
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email?: string | undefined;
  readonly password: string;
  readonly tenantName: string;
  readonly now: Date;
}

export interface CreatedAdministrator {
  readonly personId: string;
  readonly tenantId: string;
  readonly tenantCreated: boolean;
}

/**
 * Makes the first administrator of a tenant, and the tenant when there is none of that name: the way into an empty installation.
 *
 * A person of that login keeps their own password and gets the administrator's role in the tenant.
 *
 * Units:  `pool` is the worker's: no tenant is chosen yet.
 * Fails:  PASSWORD_TOO_SHORT, LOGIN_REQUIRED, TENANT_REQUIRED.
 */
export async function createAdministrator(
  pool: Pool,
  passwords: Passwords,
  wanted: NewAdministrator,
): Promise<Result<CreatedAdministrator, Failure>> {
  const login = wanted.login.trim();
  const tenantName = wanted.tenantName.trim();
  if (login === '') return err(fail('LOGIN_REQUIRED', ['login'], 'a login is required'));
  if (tenantName === '') return err(fail('TENANT_REQUIRED', ['tenantName'], 'the name of the firm is required'));
  if (wanted.password.length < shortestPassword) {
    return err(fail('PASSWORD_TOO_SHORT', ['password'], `a password has at least ${shortestPassword} characters`));
  }
  const passwordHash = await passwords.hash(wanted.password);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const one = async (text: string, values: readonly unknown[]) =>
      (await client.query<{ id: string }>(text, [...values])).rows[0]?.id;
    const known = await one('SELECT id FROM tenant WHERE lower(name) = lower($1)', [tenantName]);
    const tenantId =
      known ??
      (await one('INSERT INTO tenant (id, name, created_at, updated_at) VALUES ($1, $2, $3, $3) RETURNING id', [
        newId(),
        tenantName,
        wanted.now,
      ])) ??
      '';
    if (known === undefined) await fillTenant(client, tenantId, wanted.now);
    const knownPerson = await one('SELECT id FROM person WHERE lower(login) = lower($1)', [login]);
    const personId =
      knownPerson ??
      (await one(
        'INSERT INTO person (id, login, first_name, last_name, email, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id',
        [newId(), login, wanted.firstName, wanted.lastName, wanted.email ?? null, wanted.now],
      )) ??
      '';
    await client.query(
      'INSERT INTO credential (person_id, password_hash, changed_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [personId, passwordHash, wanted.now],
    );
    await client.query('INSERT INTO membership (tenant_id, person_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      tenantId,
      personId,
    ]);
    for (const application of applications.filter(
      (name) => name !== 'participant-portal' && name !== 'performance-lp',
    )) {
      await client.query(
        `INSERT INTO membership_role (tenant_id, person_id, application, role) VALUES ($1, $2, $3, 'administrator')
         ON CONFLICT (tenant_id, person_id, application) DO UPDATE SET role = 'administrator'`,
        [tenantId, personId, application],
      );
    }
    await client.query('COMMIT');
    return ok({ personId, tenantId, tenantCreated: known === undefined });
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
