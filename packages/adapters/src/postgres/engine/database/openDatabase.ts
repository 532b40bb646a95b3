import pg from 'pg';
import { storeLayout } from '../journal/layout.ts';
import { migrate } from '../../migrations/migrate.ts';
import { endSilentConnections, type Patience } from './endSilentConnections.ts';
import { ensureDatabase, ensureLogins } from './logins.ts';
import { sessionFormats, types } from './parsers.ts';
import { databaseName, loginName, loginPassword, urlWith } from './urls.ts';

export interface DatabaseOptions {
  /** DATABASE_URL. On its own it is a privileged login, from which the database's unprivileged logins are derived. */
  readonly databaseUrl: string;
  /** DATABASE_ADMIN_URL: the owner's login. If given, `databaseUrl` is the application's unprivileged login. */
  readonly adminUrl?: string | undefined;
  /** Name of a database to create and use on the server of `databaseUrl`. The embedded cluster needs it. */
  readonly database?: string;
  /** Connections of the application's pool. Defaults to 20. */
  readonly connections?: number;
  /**
   * True to open the database as it is: without migrations, without creating or changing logins, and read-only. The
   * owner's login then acts as the worker, whose own login may be missing or changed.
   */
  readonly toVerify?: boolean | undefined;
}

export interface Database {
  /** Pool of the application's unprivileged login, which sees one tenant at a time. */
  readonly app: pg.Pool;
  /** Pool of the worker's login: publisher, verification, backup, creation of tenants. */
  readonly worker: pg.Pool;
  readonly appUrl: string;
  readonly workerUrl: string;
  /** Connection URL of the owner, for backup and tests. */
  readonly adminUrl: string;
  /** Migrations applied by this start. */
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens the product's database: creates it if requested, migrates it, creates its logins and returns the pools. With
 * `toVerify`, nothing is changed.
 *
 * Fails: throws with a message that describes the problem. The server doesn't respond or is older than PostgreSQL 15,
 * or the login lacks privileges. Or the schema doesn't belong to this version, or there is nothing to verify.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const privileged = options.adminUrl ?? options.databaseUrl;
  if (options.database) await ensureDatabase(privileged, options.database);
  const database = options.database ?? databaseName(options.databaseUrl);
  const adminUrl = urlWith(privileged, { database });
  const open = options.toVerify ? openUnchanged : prepare;
  const { urls, migrated } = await open(adminUrl, options.adminUrl ? options.databaseUrl : undefined);
  const app = openPool(urls.app, options.connections ?? 20, 'carrara');
  const worker = openPool(urls.worker, 4, 'carrara worker');
  return {
    app,
    worker,
    appUrl: urls.app,
    workerUrl: urls.worker,
    adminUrl: urls.admin,
    migrated,
    async close() {
      await Promise.all([app.end(), worker.end()]);
    },
  };
}

async function prepare(adminUrl: string, appUrl?: string) {
  return asOwner(adminUrl, async (admin) => {
    const migrated = await migrate(admin);
    await admin.query('BEGIN');
    await storeLayout(admin);
    const urls = await ensureLogins(admin, adminUrl, appUrl);
    await admin.query('COMMIT');
    return { urls: { ...urls, admin: adminUrl }, migrated };
  });
}

/**
 * Startup options of connections that verify. They apply before the first statement. So settings of the database or of a login can't end the
 * connection or its statements, and are found.
 */
const unlimited = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout']
  .map((limit) => `-c ${limit}=0`)
  .join(' ');

/** Returns a URL with further startup options. */
function withOptions(url: string, options: string): string {
  const changed = new URL(url);
  const present = changed.searchParams.get('options');
  changed.searchParams.set('options', present === null ? options : `${present} ${options}`);
  return changed.toString();
}

async function openUnchanged(privilegedUrl: string, appUrl?: string) {
  const opened = async (admin: string) =>
    asOwner(admin, async (owner) => {
      const { rows } = await owner.query<{ name: string; ledger: string | null }>(
        `SELECT current_database() AS name, to_regclass('public.schema_migration') AS ledger`,
      );
      return { admin, ...(rows[0] ?? { name: databaseName(admin), ledger: null }) };
    });
  const ownerUrl = withOptions(privilegedUrl, unlimited);
  // PostgreSQL 16 and earlier don't have this limit, and refuse the connection.
  const { admin, name, ledger } = await opened(withOptions(ownerUrl, '-c transaction_timeout=0')).catch(
    (error: pg.DatabaseError) => {
      if (error.code !== '42704') throw error;
      return opened(ownerUrl);
    },
  );
  if (ledger === null)
    throw new Error('There is nothing to verify because this isn’t a Carrara database. Check DATABASE_URL.');
  const login = loginName('app', name);
  const password = loginPassword(privilegedUrl, login);
  const app = appUrl ?? urlWith(privilegedUrl, { user: login, password, database: name });
  const worker = withOptions(admin, '-c role=carrara_worker -c default_transaction_read_only=on -c row_security=on');
  return { urls: { app, worker, admin }, migrated: [] };
}

/** Does something on a connection of the database owner. */
export async function asOwner<T>(adminUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: adminUrl, application_name: 'carrara owner' });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    await owner.query(sessionFormats);
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/**
 * Removes statement names. Behind a pooler that uses another session for each transaction, a name would refer to some
 * other session's statement, or to none.
 */
function withoutNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => never;
  const nameless = (statement: unknown) =>
    typeof statement === 'object' && statement !== null && !('submit' in statement)
      ? { ...statement, name: undefined }
      : statement;
  client.query = (statement: unknown, ...rest: unknown[]) => query(nameless(statement), ...rest);
}

/** True if statements may be prepared under names. `?prepare=false` in the URL turns that off. */
const prepares = (url: string): boolean => new URL(url).searchParams.get('prepare') !== 'false';

/** A call to a frozen server fails after about both times together. */
const patience: Patience = { silentMs: 5_000, answerMs: 15_000 };

/**
 * Opens a pool whose connections return values in the product's types, and that survives lost connections and a server
 * that stops responding.
 */
export function openPool(
  connectionString: string,
  max: number,
  application_name: string,
  { silentMs, answerMs } = patience,
): pg.Pool {
  const pool: pg.Pool = new pg.Pool({
    connectionString,
    max,
    application_name,
    types,
    // Sends statements without waiting for the previous response, so that a read takes one round trip.
    pipeline: true,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: answerMs,
    // The pool waits for this before it hands the connection out. So no statement runs with other formats, and a
    // connection that can't be set up fails. As startup `options`, the formats would be refused or ignored by
    // poolers.
    // oxlint-disable-next-line typescript/no-misused-promises -- The pool waits for the promise, although its types don't say so.
    onConnect: async (client) => {
      watchConnection(client);
      await client.query(sessionFormats);
      // Otherwise the statement of a terminated thread or process runs to its end. Servers on Windows can't check this.
      await client.query(`SET client_connection_check_interval = '2s'`).catch(() => undefined);
    },
  });
  const watchConnection = endSilentConnections(pool, connectionString, { silentMs, answerMs });
  // The pool drops an idle connection that the server ended. Without a listener, the error would end the process.
  pool.on('error', () => undefined);
  // Likewise for a connection lost between two statements of a transaction. The next statement rejects.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (!prepares(connectionString)) pool.on('connect', withoutNames);
  return pool;
}
