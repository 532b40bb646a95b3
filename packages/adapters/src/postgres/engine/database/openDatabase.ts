import pg from 'pg';
import { keepLayout } from '../journal/layout.ts';
import { migrate } from '../../migrations/index.ts';
import { ensureDatabase, ensureLogins } from './logins.ts';
import { types } from './parsers.ts';
import { databaseOf, urlWith } from './urls.ts';

export interface DatabaseOptions {
  /** DATABASE_URL. Alone it is a privileged login, from which the plain logins of the database are derived. */
  readonly databaseUrl: string;
  /** DATABASE_ADMIN_URL: the owner's login; then `databaseUrl` is the application's plain login. */
  readonly adminUrl?: string | undefined;
  /** Name of a database to make and use on the server of `databaseUrl`, as the embedded cluster needs it. */
  readonly database?: string;
  /** Connections of the application's pool; default 20. */
  readonly connections?: number;
}

export interface Database {
  /** The application's plain login: sees one tenant at a time. */
  readonly app: pg.Pool;
  /** The worker's login: publisher, verification, backup, making tenants. */
  readonly worker: pg.Pool;
  readonly appUrl: string;
  readonly workerUrl: string;
  /** The owner's login, for backup and tests. */
  readonly adminUrl: string;
  /** Migrations applied by this start. */
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens the product's database: makes it when asked, migrates it, makes its logins, and answers the pools.
 *
 * Fails: throws with a message that says what is wrong when the server does not answer, is older than PostgreSQL 15, the login may not do
 * it, or the schema does not belong to this version.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const privileged = options.adminUrl ?? options.databaseUrl;
  if (options.database) await ensureDatabase(privileged, options.database);
  const database = options.database ?? databaseOf(options.databaseUrl);
  const adminUrl = urlWith(privileged, { database });
  const { urls, migrated } = await prepare(adminUrl, options.adminUrl ? options.databaseUrl : undefined);
  const app = openPool(urls.app, options.connections ?? 20, 'carrara');
  const worker = openPool(urls.worker, 4, 'carrara worker');
  return {
    app,
    worker,
    appUrl: urls.app,
    workerUrl: urls.worker,
    adminUrl,
    migrated,
    async close() {
      await Promise.all([app.end(), worker.end()]);
    },
  };
}

async function prepare(adminUrl: string, appUrl?: string) {
  const admin = new pg.Client({ connectionString: adminUrl, application_name: 'carrara start' });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    const migrated = await migrate(admin);
    await admin.query('BEGIN');
    await keepLayout(admin);
    const urls = await ensureLogins(admin, adminUrl, appUrl);
    await admin.query('COMMIT');
    return { urls, migrated };
  } finally {
    await admin.end();
  }
}

/** Behind a pooler that gives each transaction another session, the name of a statement would be that of another's, or of none. */
function withoutNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => never;
  const nameless = (asked: unknown) =>
    typeof asked === 'object' && asked !== null && !('submit' in asked) ? { ...asked, name: undefined } : asked;
  client.query = (asked: unknown, ...rest: unknown[]) => query(nameless(asked), ...rest);
}

/** Whether statements may be prepared under names; `?prepare=false` at the end of the address says that they may not. */
const prepares = (url: string): boolean => new URL(url).searchParams.get('prepare') !== 'false';

/** Connections that answer values as the product takes them, and none of which ends the process when it is lost. */
export function openPool(connectionString: string, max: number, application_name: string): pg.Pool {
  const made = new pg.Pool({
    connectionString,
    max,
    application_name,
    types,
    // A statement may be sent before the one in front of it is answered: a read needs one round trip.
    pipeline: true,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 15_000,
  });
  // An idle connection that the server ended is dropped by the pool; without a listener it would end the process.
  made.on('error', () => undefined);
  // The same for one that is lost between two statements of a transaction; the next statement rejects.
  made.on('connect', (client) => client.on('error', () => undefined));
  if (!prepares(connectionString)) made.on('connect', withoutNames);
  return made;
}
