import { firmModules } from '@carrara/contract/core/permissions';
import { err, type Failure, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Pool, PoolClient } from 'pg';
import { v7 as newId } from 'uuid';
import type { AuditKey } from '../postgres/engine/journal/auditKey.ts';
import { readLayout } from '../postgres/engine/journal/layout.ts';
import { writeJournal } from '../postgres/engine/journal/writeJournal.ts';
import { fillTenant } from '../postgres/platform/referenceData/fillTenant.ts';
import { standardNote } from '../postgres/platform/referenceData/standardNote.ts';
import { plainLogin } from './logins.ts';
import { judgePassword } from './passwordStrength.ts';
import { type Passwords } from './passwords.ts';

export interface NewAdministrator {
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email?: string | undefined;
  readonly password: string;
  readonly tenantName: string;
  /** True if a new tenant is an investor in other managers' funds. */
  readonly isLpTenant?: boolean | undefined;
  readonly now: Date;
}

export interface CreatedAdministrator {
  readonly personId: string;
  readonly tenantId: string;
  readonly tenantCreated: boolean;
  /** False if the login already existed. That person keeps their password. */
  readonly personCreated: boolean;
}

/**
 * Creates the first administrator of a tenant, and the tenant if there is none of that name. This is how you get into
 * an empty installation.
 *
 * An existing person keeps their password (or has none yet, if another firm is their home) and gets the administrator
 * role in the tenant. The tenant's audit log records it without an author.
 *
 * Units: `pool` is the worker's, because no tenant is chosen yet.
 * Fails: LOGIN_REQUIRED, LOGIN_UNCLEAR, TENANT_REQUIRED, PASSWORD_TOO_SHORT, PASSWORD_EASY; WRONG_STATE if an
 * investor's tenant is requested and the tenant of that name is a manager's.
 */
export async function createAdministrator(
  pool: Pool,
  passwords: Passwords,
  auditKey: AuditKey,
  administrator: NewAdministrator,
): Promise<Result<CreatedAdministrator, Failure>> {
  const named = plainLogin(administrator.login, ['login']);
  if (named.isErr()) return err(named.error);
  const login = named.value;
  const tenantName = administrator.tenantName.trim();
  if (tenantName === '') return err(fail('TENANT_REQUIRED', ['tenantName'], 'the name of the firm is required'));
  // A person without a name couldn't be told apart in lists.
  const isNamed = `${administrator.firstName}${administrator.lastName}`.trim() !== '';
  const lastName = isNamed ? administrator.lastName : login;
  const about = { ...administrator, login, email: administrator.email ?? '', firms: [tenantName] };
  const judged = await judgePassword(administrator.password, about, ['password']);
  if (judged.isErr()) return err(judged.error);
  const passwordHash = await passwords.hash(administrator.password);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const created = await storeAdministrator(client, auditKey, {
      ...administrator,
      lastName,
      login,
      tenantName,
      passwordHash,
    });
    await client.query(created.isOk() ? 'COMMIT' : 'ROLLBACK');
    return created;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

interface CheckedAdministrator extends NewAdministrator {
  readonly passwordHash: string;
}

/** Stores the tenant, the person and the role, and writes the audit entry. */
async function storeAdministrator(
  client: PoolClient,
  auditKey: AuditKey,
  administrator: CheckedAdministrator,
): Promise<Result<CreatedAdministrator, Failure>> {
  const { login, tenantName, now } = administrator;
  const { rows } = await client.query<{ id: string; isLpTenant: boolean }>(
    'SELECT id, is_lp_tenant AS "isLpTenant" FROM tenant WHERE lower(name) = lower($1)',
    [tenantName],
  );
  const existingId = rows[0]?.id;
  const isLpTenant = rows[0]?.isLpTenant ?? administrator.isLpTenant === true;
  if (administrator.isLpTenant === true && !isLpTenant)
    return err(fail('WRONG_STATE', ['lp'], `${tenantName} already exists as a manager, not as an investor`));
  const tenantId =
    existingId ??
    (await idFrom(
      client,
      'INSERT INTO tenant (id, name, is_lp_tenant, created_at, updated_at) VALUES ($1, $2, $3, $4, $4) RETURNING id',
      [newId(), tenantName, isLpTenant, now],
    )) ??
    '';
  if (existingId === undefined) await fillTenant(client, tenantId, now);
  const { personId, isNew } = await storePerson(client, tenantId, administrator);
  const granted = firmModules(isLpTenant);
  await client.query('INSERT INTO membership (tenant_id, person_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    tenantId,
    personId,
  ]);
  for (const application of granted) {
    await client.query(
      `INSERT INTO membership_role (tenant_id, person_id, application, role) VALUES ($1, $2, $3, 'administrator')
       ON CONFLICT (tenant_id, person_id, application) DO UPDATE SET role = 'administrator'`,
      [tenantId, personId, application],
    );
  }
  const entry = {
    operation: 'createAdministrator',
    objectType: 'user',
    objectId: personId,
    objectName: `${administrator.firstName} ${administrator.lastName}`.trim(),
    before: null,
    after: { username: login, roles: granted.map((application) => ({ application, role: 'administrator' })) },
  };
  const context = { tenantId, personId: null, now: now.toISOString() };
  const note = await standardNote(client, tenantId);
  await writeJournal(client, context, [entry, ...(note ? [note] : [])], auditKey, await readLayout(client));
  return ok({ personId, tenantId, tenantCreated: existingId === undefined, personCreated: isNew });
}

/** Stores the person if the login is new, and the password if the tenant is the person's home. */
async function storePerson(
  client: PoolClient,
  tenantId: string,
  { login, firstName, lastName, email, passwordHash, now }: CheckedAdministrator,
) {
  const existingPerson = await idFrom(client, 'SELECT id FROM person WHERE lower(login) = lower($1)', [login]);
  const personId =
    existingPerson ??
    (await idFrom(
      client,
      `INSERT INTO person (id, login, first_name, last_name, email, created_at, updated_at, home_tenant_id)
       VALUES ($1, $2, $3, $4, $5, $6, $6, $7) RETURNING id`,
      [newId(), login, firstName, lastName, email ?? null, now, tenantId],
    )) ??
    '';
  // People whose home is another firm sign in by that firm's rules. This firm neither sets nor changes their
  // passwords.
  const isAtHome = await idFrom(
    client,
    'SELECT id FROM person WHERE id = $1 AND (home_tenant_id = $2 OR home_tenant_id IS NULL)',
    [personId, tenantId],
  );
  if (isAtHome !== undefined)
    await client.query(
      'INSERT INTO credential (person_id, password_hash, changed_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [personId, passwordHash, now],
    );
  return { personId, isNew: existingPerson === undefined };
}

const idFrom = async (client: PoolClient, text: string, values: readonly unknown[]): Promise<string | undefined> =>
  (await client.query<{ id: string }>(text, [...values])).rows[0]?.id;
