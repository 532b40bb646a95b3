import pg from 'pg';
import { databaseName, loginName, loginPassword, urlWith, userName } from './urls.ts';

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
  const database = databaseName(adminUrl);
  // The server's default may have determined the database, not the URL.
  const { rows } = await admin.query<{ name: string }>('SELECT current_database() AS name');
  const actual = rows[0]?.name ?? database;
  // Without a lock, two processes that alter a role at once would fail with 'tuple concurrently updated'.
  await admin.query(`SELECT pg_advisory_xact_lock(hashtext('carrara logins'))`);
  const worker = await ensureLogin(admin, adminUrl, 'worker', actual);
  const app = appUrl ? await adoptLogin(admin, appUrl) : await ensureLogin(admin, adminUrl, 'app', actual);
  await refusePowerful(admin, userName(app));
  await closeToPublic(admin);
  await admin.query(`GRANT CONNECT ON DATABASE ${name(actual)} TO ${name(userName(app))}, ${name(userName(worker))}`);
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

/** Accepts a login that the operator created. */
async function adoptLogin(admin: pg.Client, appUrl: string): Promise<string> {
  const login = userName(appUrl);
  const { rowCount } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [login]);
  if (!rowCount) throw new Error(`DATABASE_URL names the login ${login}, which does not exist on the server.`);
  await admin.query(`GRANT carrara_app TO ${name(login)}`);
  return appUrl;
}

/**
 * Fails: throws if the application's login, or a role that it can become, can read every tenant's data. A superuser, a role with BYPASSRLS and the
 * worker can. So can an owner of the database, its schema or a table. So can a role that runs programs on the server or reads or writes its files.
 */
async function refusePowerful(admin: pg.Client, login: string): Promise<void> {
  const { rows } = await admin.query<{ role: string; power: string }>(
    `SELECT g.rolname AS role, p.power FROM pg_roles l JOIN pg_roles g ON g.oid = l.oid OR NOT l.rolsuper AND pg_has_role(l.oid, g.oid, 'MEMBER')
     CROSS JOIN LATERAL (
       SELECT 'is a superuser' AS power WHERE g.rolsuper
       UNION ALL SELECT 'has BYPASSRLS' WHERE g.rolbypassrls
       UNION ALL SELECT 'sees all tenants' WHERE g.rolname = 'carrara_worker'
       UNION ALL SELECT 'runs programs on the server' WHERE g.rolname = 'pg_execute_server_program'
       UNION ALL SELECT 'reads or writes files of the server' WHERE g.rolname IN ('pg_read_server_files', 'pg_write_server_files')
       UNION ALL SELECT 'owns the database' FROM pg_database WHERE datname = current_database() AND datdba = g.oid
       UNION ALL SELECT 'owns the schema public' FROM pg_namespace WHERE nspname = 'public' AND nspowner = g.oid
       UNION ALL SELECT 'owns the table ' || min(relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relowner = g.oid HAVING count(*) > 0) p
     WHERE l.rolname = $1 ORDER BY g.oid = l.oid DESC, p.power <> 'is a superuser', p.power LIMIT 1`,
    [login],
  );
  const [found] = rows;
  if (!found) return;
  const subject = found.role === login ? 'it' : `it can act as ${found.role}, which`;
  throw new Error(
    `Login ${login} can read every tenant’s data: ${subject} ${found.power}. Revoke that privilege. ` +
      'If you set DATABASE_ADMIN_URL, it must name the owner, and DATABASE_URL a login without these rights.',
  );
}
