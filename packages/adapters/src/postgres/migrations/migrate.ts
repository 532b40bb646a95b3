import type pg from 'pg';
import { isBaseline, type Migration, migrations } from './files.ts';

const lock = `hashtext('carrara migrations')`;

/**
 * Migrates the schema: applies the numbered files that are still missing, each in its own transaction, under a lock
 * that makes other processes wait.
 *
 * Fails: throws if the database was created by an unreleased version, or an applied file has changed. Throws if the
 * database has a migration that is missing here, because the program is older. Throws if the server is older than
 * PostgreSQL 15. Otherwise throws the database's own error, naming the file.
 */
export async function migrate(client: pg.Client): Promise<readonly string[]> {
  await refuseOldServer(client);
  await client.query(`SELECT pg_advisory_lock(${lock})`);
  try {
    await client.query(ledger);
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM schema_migration ORDER BY name',
    );
    const pending = pendingMigrations(rows, migrations());
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${lock})`);
  }
}

const ledger = `CREATE TABLE IF NOT EXISTS schema_migration (
  name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;

/**
 * Creates the schema as it was after the given migrations, in the open transaction of `client` and in an empty
 * database.
 *
 * Fails: throws if this version doesn't know one of them, or has a different file of that name.
 */
export async function createSchema(
  client: pg.Client,
  applied: readonly { readonly name: string; readonly checksum: string }[],
): Promise<void> {
  await refuseOldServer(client);
  const files = migrations();
  pendingMigrations(applied, files);
  await client.query(ledger);
  for (const migration of files.slice(0, applied.length)) await run(client, migration);
}

/**
 * Checks the applied migrations against the files and returns those still to apply.
 *
 * Fails: throws if they belong to an unreleased version or a newer one, or if a file has changed.
 */
export function pendingMigrations(
  applied: readonly { readonly name: string; readonly checksum: string }[],
  files: readonly Migration[],
): readonly Migration[] {
  const filesByName = new Map(files.map((file) => [file.name, file]));
  // Baseline files are edited until the first release, so another checksum means an unreleased version.
  if (applied.some(({ name, checksum }) => isBaseline(name) && filesByName.get(name)?.checksum !== checksum))
    throw new Error(
      'This data was stored by an unreleased version of Carrara. It can’t be upgraded or restored. ' +
        'Start with a new data folder (DATA_DIR), and with a new database if DATABASE_URL is set.',
    );
  for (const { name, checksum } of applied) {
    const file = filesByName.get(name);
    if (!file)
      throw new Error(
        `The database was created by a newer version of Carrara: it has migration ${name}, which this version doesn’t have. Update Carrara.`,
      );
    if (file.checksum !== checksum)
      throw new Error(`The migration ${name} was changed after it was applied to this database.`);
    filesByName.delete(name);
  }
  return [...filesByName.values()];
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await run(client, migration);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    throw new Error(`The migration ${migration.name} failed: ${(cause as Error).message}`, { cause });
  }
}

async function run(client: pg.Client, { name, checksum, sql }: Migration): Promise<void> {
  await client.query(sql);
  await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int AS version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < 150_000)
    throw new Error(`PostgreSQL 15 or newer is required, but this server is ${Math.floor(version / 10_000)}.`);
}
