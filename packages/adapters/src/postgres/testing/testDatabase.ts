import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Database, openDatabase } from '../engine/database/index.ts';
import { loginName, urlWith } from '../engine/database/urls.ts';
import { migrations } from '../migrations/files.ts';
import { hash } from './hash.ts';
import { type TestEngine, testServer } from './servers.ts';

export interface TestDatabase extends Database {
  /** The product's own way in, for tests that start a server on it: give it as DATABASE_URL. */
  readonly url: string;
  /** Closes the pools and drops the database. */
  drop(): Promise<void>;
}

/** What takes long to make and is the same for several suites: made once, and copied from then on. */
export interface Filling {
  /** Another one whenever something else would be made. */
  readonly name: string;
  /** Fills a database that is empty but for its tables. */
  fill(database: TestDatabase): Promise<void>;
}

/**
 * A database of its own for a suite: a copy of a migrated template, made in some 50 ms. Call `drop` in `afterAll`.
 *
 *     const database = await testDatabase();          // the embedded engine
 *     describe.each(testEngines)('on %s', (engine) => { … testDatabase({ engine }) … });
 */
export async function testDatabase({
  engine = 'embedded',
  filling,
}: {
  engine?: TestEngine;
  filling?: Filling;
} = {}): Promise<TestDatabase> {
  const { adminUrl, cluster } = await testServer(engine);
  const migrated = await preparedTemplate(adminUrl);
  const template = filling ? await filledTemplate(adminUrl, migrated, filling) : migrated;
  const name = `carrara_test_${Date.now().toString(36)}_${randomBytes(4).toString('hex')}`;
  await asAdmin(adminUrl, (admin) => copyTemplate(admin, name, template));
  const url = urlWith(adminUrl, { database: name });
  const database = await openDatabase({ databaseUrl: url, connections: 10 });
  return {
    ...database,
    url,
    async drop() {
      await database.close();
      await asAdmin(adminUrl, (admin) => dropDatabase(admin, name));
      await cluster?.stop();
    },
  };
}

async function asAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** Named after its migrations, so that a changed file makes a new one. */
async function preparedTemplate(adminUrl: string): Promise<string> {
  const files = migrations();
  const name = `carrara_template_${hash(files.map(({ name, checksum }) => name + checksum).join())}`;
  await asAdmin(adminUrl, async (admin) => {
    // Test files run in processes of their own: one makes the template, the others wait for it.
    await admin.query(`SELECT pg_advisory_lock(hashtext('carrara test template'))`);
    const { rows } = await admin.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE datname LIKE 'carrara\\_%' AND datname <> $1
       AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = pg_database.datname)`,
      [name],
    );
    for (const { datname } of rows.filter((row) => isLeftOver(row.datname))) await dropDatabase(admin, datname);
    const known = await admin.query(`SELECT FROM pg_database WHERE datname = $1 AND datistemplate`, [name]);
    if (known.rowCount) return;
    await dropDatabase(admin, name);
    const made = await openDatabase({ databaseUrl: adminUrl, database: name });
    await made.close();
    await admin.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} WITH IS_TEMPLATE true`);
  });
  return name;
}

/** As the migrated template, with what fills it; one that another version of the sources made goes. */
async function filledTemplate(adminUrl: string, migrated: string, { name: content, fill }: Filling): Promise<string> {
  const name = `carrara_filled_${hash(migrated + content)}`;
  await asAdmin(adminUrl, async (admin) => {
    await admin.query(`SELECT pg_advisory_lock(hashtext('carrara filled template'))`);
    const { rows } = await admin.query<{ datname: string; whole: boolean }>(
      `SELECT datname, datname = $1 AND datistemplate AS whole FROM pg_database WHERE datname LIKE 'carrara\\_filled\\_%'`,
      [name],
    );
    if (rows.some(({ whole }) => whole)) return;
    for (const { datname } of rows) await dropDatabase(admin, datname);
    await asAdmin(adminUrl, (copying) => copyTemplate(copying, name, migrated));
    const url = urlWith(adminUrl, { database: name });
    const database = await openDatabase({ databaseUrl: url, connections: 10 });
    await fill({ ...database, url, drop: () => database.close() });
    await admin.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} WITH IS_TEMPLATE true`);
  });
  return name;
}

/** An old template, or a test's database whose process was killed an hour ago. */
function isLeftOver(name: string): boolean {
  if (name.startsWith('carrara_template_')) return true;
  const born = /^carrara_test_([0-9a-z]+)_/.exec(name)?.[1];
  return born !== undefined && Date.now() - Number.parseInt(born, 36) > 3_600_000;
}

async function copyTemplate(admin: pg.Client, name: string, template: string): Promise<void> {
  // A template cannot be copied while another process is copying it.
  await admin.query(`SELECT pg_advisory_lock(hashtext('carrara test copy'))`);
  // Copying files takes a third of the time of logging each page, where nothing is written to disk before it is answered.
  await admin.query(
    `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY FILE_COPY`,
  );
}

async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  const quoted = pg.escapeIdentifier(name);
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount) {
    await admin.query(`ALTER DATABASE ${quoted} WITH IS_TEMPLATE false`);
    await admin.query(`DROP DATABASE IF EXISTS ${quoted} WITH (FORCE)`);
  }
  for (const kind of ['app', 'worker'] as const)
    await admin.query(`DROP ROLE IF EXISTS ${pg.escapeIdentifier(loginName(kind, name))}`);
}
