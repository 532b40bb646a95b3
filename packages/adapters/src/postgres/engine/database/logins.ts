import pg from 'pg';
import { databaseOf, loginName, loginPassword, urlWith, userOf } from './urls.ts';

const name = pg.escapeIdentifier;
const text = pg.escapeLiteral;

/** Creates the database if it doesn't exist. Two processes that start at once end up with one database. */
export async function ensureDatabase(adminUrl: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (rowCount) return;
    await client.query(`CREATE DATABASE ${name(database)}`).catch((error: pg.DatabaseError) => {
      if (error.code !== '42P04' && error.code !== '23505') throw error;
    });
  } finally {
    await client.end();
  }
}

/**
 * Creates the two unprivileged logins of a database, and lets only them and the owner connect.
 *
 * With `appUrl`, the application's login is an existing one, and only receives its privileges. Limits on the logins
 * bound what a bug or an attacker can hold open.
 */
export async function ensureLogins(
  admin: pg.Client,
  adminUrl: string,
  appUrl?: string,
): Promise<{ app: string; worker: string }> {
  const database = databaseOf(adminUrl);
  // The server's default may have determined the database, not the URL.
  const { rows } = await admin.query<{ name: string }>('SELECT current_database() AS name');
  const actual = rows[0]?.name ?? database;
  // Without a lock, two processes that alter a role at once would fail with 'tuple concurrently updated'.
  await admin.query(`SELECT pg_advisory_xact_lock(hashtext('carrara logins'))`);
  const worker = await ensureLogin(admin, adminUrl, 'worker', actual);
  const app = appUrl ? await adoptLogin(admin, appUrl) : await ensureLogin(admin, adminUrl, 'app', actual);
  await closeToPublic(admin);
  await admin.query(`GRANT CONNECT ON DATABASE ${name(actual)} TO ${name(userOf(app))}, ${name(userOf(worker))}`);
  return { app, worker };
}

/** Revokes the privileges on this database that PostgreSQL grants to everybody. */
export async function closeToPublic(admin: pg.Client): Promise<void> {
  await admin.query(
    `DO $$ BEGIN EXECUTE format('REVOKE CONNECT, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END $$`,
  );
}

async function ensureLogin(
  admin: pg.Client,
  adminUrl: string,
  kind: 'app' | 'worker',
  database: string,
): Promise<string> {
  const login = loginName(kind, database);
  const password = loginPassword(adminUrl, login);
  const { rows } = await admin.query<{ member: boolean }>(
    `SELECT pg_has_role(rolname, $2, 'USAGE') AS member FROM pg_roles WHERE rolname = $1`,
    [login, `carrara_${kind}`],
  );
  const exists = rows.length > 0;
  const secret = password === undefined ? '' : ` PASSWORD ${text(password)}`;
  await admin.query(`${exists ? 'ALTER' : 'CREATE'} ROLE ${name(login)} LOGIN INHERIT${secret}`);
  if (!exists) {
    await admin.query(`ALTER ROLE ${name(login)} SET statement_timeout = '${kind === 'app' ? '60s' : '30min'}'`);
    await admin.query(`ALTER ROLE ${name(login)} SET idle_in_transaction_session_timeout = '120s'`);
    await admin.query(`ALTER ROLE ${name(login)} SET lock_timeout = '30s'`);
  }
  if (!rows[0]?.member) await admin.query(`GRANT ${name(`carrara_${kind}`)} TO ${name(login)}`);
  return urlWith(adminUrl, { user: login, password, database });
}

/** Accepts a login that the operator created. It must be as unprivileged as one of ours. */
async function adoptLogin(admin: pg.Client, appUrl: string): Promise<string> {
  const login = userOf(appUrl);
  const { rows } = await admin.query<{ mighty: boolean; owns: boolean }>(
    `SELECT rolsuper OR rolbypassrls AS mighty,
            EXISTS (SELECT FROM pg_class c WHERE c.relowner = r.oid AND c.relnamespace = 'public'::regnamespace) AS owns
     FROM pg_roles r WHERE rolname = $1`,
    [login],
  );
  const role = rows[0];
  if (!role) throw new Error(`DATABASE_URL names the login ${login}, which does not exist on the server.`);
  if (role.mighty || role.owns) {
    throw new Error(
      `DATABASE_URL names the login ${login}, which could see all tenants (superuser, BYPASSRLS or owner of tables). ` +
        'Set DATABASE_URL to a login without these rights and DATABASE_ADMIN_URL to the owner, or set only DATABASE_URL, to the owner.',
    );
  }
  await admin.query(`GRANT carrara_app TO ${name(login)}`);
  return appUrl;
}
