import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Database, openDatabase } from '../engine/database/openDatabase.ts';
import { loginName, urlWith } from '../engine/database/urls.ts';
import { migrations } from '../migrations/files.ts';
import { hash } from './hash.ts';
import { type TestEngine, testServer } from './servers.ts';

export interface TestDatabase extends Database {
  /** Connection URL for tests that start a server; pass it as DATABASE_URL. */
  readonly url: string;
  /** Closes the pools and drops the database. */
  drop(): Promise<void>;
}

/** Content that takes long to create and that several suites share. It is created once and then copied. */
export interface Filling {
  /** Change the name whenever the content changes. */
  readonly name: string;
  /** Fills a database that has only empty tables. */
  fill(database: TestDatabase): Promise<void>;
}

/**
 * Creates a database for a suite by copying a migrated template, which takes about 50 ms. Call `drop` in `afterAll`.
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

/** Returns the template, named after its migrations so that a changed file creates a new one. */
async function preparedTemplate(adminUrl: string): Promise<string> {
  const files = migrations();
  const name = `carrara_template_${hash(files.map(({ name, checksum }) => name + checksum).join())}`;
  await asAdmin(adminUrl, async (admin) => {
    // Test files run in separate processes: one creates the template while the others wait.
    await admin.query(`SELECT pg_advisory_lock(hashtext('carrara test template'))`);
    const { rows } = await admin.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE datname LIKE 'carrara\\_%' AND datname <> $1
       AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = pg_database.datname)`,
      [name],
    );
    for (const { datname } of rows.filter((row) => isOrphaned(row.datname))) await dropDatabase(admin, datname);
    const existing = await admin.query(`SELECT FROM pg_database WHERE datname = $1 AND datistemplate`, [name]);
    if (existing.rowCount) return;
    await dropDatabase(admin, name);
    const database = await openDatabase({ databaseUrl: adminUrl, database: name });
    await database.close();
    await admin.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} WITH IS_TEMPLATE true`);
  });
  return name;
}

/** Returns the migrated template with its filling. Drops templates made by other versions of the sources. */
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

/** True for an old template, or for a database of a test process that was killed more than an hour ago. */
function isOrphaned(name: string): boolean {
  if (name.startsWith('carrara_template_')) return true;
  const born = /^carrara_test_([0-9a-z]+)_/.exec(name)?.[1];
  return born !== undefined && Date.now() - Number.parseInt(born, 36) > 3_600_000;
}

async function copyTemplate(admin: pg.Client, name: string, template: string): Promise<void> {
  // A template can't be copied by two processes at once.
  await admin.query(`SELECT pg_advisory_lock(hashtext('carrara test copy'))`);
  // FILE_COPY takes a third of the time of logging each page when nothing has to be flushed to disk.
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
