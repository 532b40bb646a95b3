import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { createSchema, pendingMigrations } from '../postgres/migrations/migrate.ts';
import { migrations } from '../postgres/migrations/files.ts';
import { dataDirectory, reachDatabase, type StorageOptions } from '../storage/openStorage.ts';
import { markRestore, restoreIsDone } from '../storage/unfinishedRestore.ts';
import { databaseRulesByKind } from '../postgres/engine/database/databaseRules.ts';
import { closeToPublic } from '../postgres/engine/database/logins.ts';
import { auditHeads, storedTables } from './catalog.ts';
import type { FileStore } from '../files/fileStore.ts';
import { openFiles } from '../files/openFiles.ts';
import { differingRule } from './differingRule.ts';
import { type BackupHeader, type BackupManifest, BackupRefusal, type BackupTable, filesFolder } from './format.ts';
import { storeBackupTime } from './lastBackup.ts';
import { type BackupTarget, readBackup, type ReadBackup } from './readBackup.ts';
import { verifyBackup } from './verifyBackup.ts';

/** Entries that a data folder may contain and still count as empty. A separate disk comes with them. */
const ofTheDisk = ['lost+found'];

/**
 * Creates an installation from a backup. The data folder, the file store and the database must all be empty.
 *
 * The whole file is first checked against its manifest. Then, in one transaction, the original schema is created, and
 * the rows are copied in. The row counts, audit heads, policies and privileges are compared with those backed up. The
 * next start migrates an older schema.
 *
 * Fails: BackupRefusal as readBackup does, and if the target isn't empty, the schema is unknown, or the copy differs.
 * Otherwise with the error of the disk or the database. The folder and the database are then as empty as before.
 */
export async function restoreBackup(file: string, passphrase: string, storage: StorageOptions): Promise<ReadBackup> {
  const dataDir = dataDirectory(storage);
  const files = openFiles(storage.files ?? {}, dataDir);
  const { header } = await verifyBackup(file, passphrase);
  refuseUnknownSchema(header);
  await refuseUsedFolder(dataDir);
  if (!(await files.isEmpty()))
    throw new BackupRefusal(`${files.location} isn’t empty. Set FILES_URL to an empty or new location.`);
  createFolder(dataDir);
  markRestore(dataDir);
  const stored: string[] = [];
  try {
    const database = await reachDatabase(storage);
    try {
      const read = await load(file, passphrase, database.adminUrl, (path, content) =>
        storeIn({ dataDir, files, stored }, path, content),
      );
      restoreIsDone(dataDir);
      return read;
    } finally {
      await database.close();
    }
  } catch (error) {
    await empty(dataDir);
    for (const key of stored) await files.remove(key);
    throw error;
  }
}

/**
 * Creates the folders level by level. With `recursive`, Node.js retries forever where the system forbids new folders
 * (/proc).
 */
function createFolder(dataDir: string): void {
  const missing: string[] = [];
  for (let at = dataDir; !existsSync(at); at = dirname(at)) missing.unshift(at);
  try {
    for (const folder of missing) mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    throw new BackupRefusal(`The data folder ${dataDir} can’t be created: ${(error as Error).message}.`);
  }
}

function refuseUnknownSchema({ migrations: applied }: BackupHeader): void {
  try {
    pendingMigrations(applied, migrations());
  } catch (error) {
    throw new BackupRefusal(`The backup has a different schema. ${(error as Error).message}`);
  }
}

async function contentOf(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => !ofTheDisk.includes(name));
}

async function refuseUsedFolder(dataDir: string): Promise<void> {
  if ((await contentOf(dataDir)).length > 0) {
    throw new BackupRefusal(`The data folder ${dataDir} isn’t empty. Choose an empty or new folder with --data.`);
  }
}

async function empty(dataDir: string): Promise<void> {
  for (const name of await contentOf(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true });
}

async function load(
  file: string,
  passphrase: string,
  adminUrl: string,
  store: BackupTarget['store'],
): Promise<ReadBackup> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'carrara restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(
      `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET DateStyle = 'ISO'; BEGIN`,
    );
    await refuseUsedDatabase(client);
    const rows = new Rows(client);
    const read = await readBackup(file, passphrase, {
      begin: (header) => rows.begin(header),
      store,
      rows: (table, piece) => rows.add(table, piece),
    });
    await rows.end();
    await compare(client, read);
    // The restored installation counts as backed up at the time of the snapshot, like the original.
    await storeBackupTime(client, new Date(read.header.createdAt));
    await closeToPublic(client);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return read;
  } finally {
    await client.end();
  }
}

async function refuseUsedDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ relname: string }>(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') LIMIT 1`,
  );
  if (rows.length > 0)
    throw new BackupRefusal('The database isn’t empty. Create a new one and set DATABASE_URL to it.');
}

interface Target {
  readonly dataDir: string;
  readonly files: FileStore;
  /** Keys of the files restored so far. */
  readonly stored: string[];
}

async function storeIn(
  { dataDir, files, stored }: Target,
  path: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  if (!path.startsWith(`${filesFolder}/`)) return storeFile(join(dataDir, path), content);
  const key = path.slice(filesFolder.length + 1);
  stored.push(key);
  await files.store(key, Readable.from(content, { objectMode: false }));
}

async function storeFile(file: string, content: AsyncIterable<Buffer>): Promise<void> {
  mkdirSync(dirname(resolve(file)), { recursive: true, mode: 0o700 });
  const output = createWriteStream(file, { mode: 0o600, flush: true });
  await Promise.all([pipeline(Readable.from(content), output), finished(output)]);
}

/** Copies rows in unchanged: triggers are off, and foreign keys are dropped and checked again at the end. */
class Rows {
  readonly #client: pg.Client;
  #header: BackupHeader | undefined;
  #references: readonly { readonly table: string; readonly name: string; readonly definition: string }[] = [];
  #forced: readonly string[] = [];
  #copy: { readonly table: string; readonly stream: CopyStreamQuery; readonly failed: Promise<never> } | undefined;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async begin(header: BackupHeader): Promise<void> {
    const client = this.#client;
    this.#header = header;
    await createSchema(client, header.migrations);
    const { rows } = await client.query<{ table: string; name: string; definition: string }>(
      `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conrelid, conname`,
    );
    this.#references = rows;
    this.#forced = await forcedTables(client);
    await refuseOtherTables(client, header.tables);
    for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    for (const { name } of header.tables) {
      const table = pg.escapeIdentifier(name);
      // Row-level security applies to the owner of a table too, so it is lifted for the copy.
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER, NO FORCE ROW LEVEL SECURITY`);
      await client.query(`TRUNCATE ${table}`);
    }
  }

  async add(table: string, piece: Buffer): Promise<void> {
    if (this.#copy?.table !== table) {
      await this.#close();
      const columns = this.#header?.tables.find(({ name }) => name === table)?.columns ?? [];
      const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
      const stream = this.#client.query(copyFrom(`COPY ${pg.escapeIdentifier(table)} (${list}) FROM STDIN`));
      const failed = new Promise<never>((_, reject) => stream.once('error', reject));
      failed.catch(() => undefined);
      this.#copy = { table, stream, failed };
    }
    const { stream, failed } = this.#copy;
    const written = new Promise<void>((done, no) => stream.write(piece, (error) => (error ? no(error) : done())));
    await Promise.race([written, failed]);
  }

  async #close(): Promise<void> {
    if (!this.#copy) return;
    const { stream, failed } = this.#copy;
    this.#copy = undefined;
    stream.end();
    await Promise.race([finished(stream), failed]);
  }

  async end(): Promise<void> {
    await this.#close();
    await this.#client.query('SET CONSTRAINTS ALL IMMEDIATE');
    for (const { name } of this.#header?.tables ?? []) {
      await this.#client.query(`ALTER TABLE ${pg.escapeIdentifier(name)} ENABLE TRIGGER USER`);
    }
    for (const table of this.#forced) await this.#client.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    for (const { table, name, definition } of this.#references) {
      await this.#client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    }
  }
}

async function forcedTables(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relforcerowsecurity`,
  );
  return rows.map(({ name }) => name);
}

async function refuseOtherTables(client: pg.Client, tables: readonly BackupTable[]): Promise<void> {
  const columnsByTable = new Map(
    (await storedTables(client)).map(({ name, columns }) => [name, columns.toSorted().join()]),
  );
  const strange = tables.find(({ name, columns }) => columnsByTable.get(name) !== columns.toSorted().join());
  if (strange || tables.length !== columnsByTable.size) {
    throw new BackupRefusal(
      `The backup’s tables don’t match its schema${strange ? `: ${strange.name}` : ''}. It may have been edited by hand.`,
    );
  }
}

/** Compares the restored database with the manifest, before the commit. */
async function compare(client: pg.Client, { manifest }: ReadBackup): Promise<void> {
  await client.query('SET LOCAL ROLE carrara_worker');
  for (const [name, { rows: rowCount }] of Object.entries(manifest.tables)) {
    const { rows } = await client.query<{ n: string }>(`SELECT count(*)::text AS n FROM ${pg.escapeIdentifier(name)}`);
    if (Number(rows[0]?.n) !== rowCount) throw differs(`${name} has ${rows[0]?.n} rows instead of ${rowCount}`);
  }
  if (JSON.stringify(await auditHeads(client)) !== JSON.stringify(headsOf(manifest))) {
    throw differs('an audit log ends differently');
  }
  await client.query('RESET ROLE');
  const rule = differingRule(manifest, await databaseRulesByKind(client));
  if (rule !== undefined) throw differs(`only one of the two has this rule: ${rule}`);
}

const headsOf = ({ heads }: BackupManifest) => heads.map(({ tenantId, seq, hash }) => ({ tenantId, seq, hash }));

const differs = (how: string) => new BackupRefusal(`The restored copy would differ from the backup: ${how}.`);
