import { createHash, type Hash } from 'node:crypto';
import { createWriteStream, existsSync, realpathSync, statSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished, pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Pack, pack as newPack } from 'tar-stream';
import type { ChainHead } from '../postgres/engine/journal/verifyChain.ts';
import { storedHeads } from '../postgres/engine/journal/storedHeads.ts';
import { brokenReferences } from '../postgres/engine/database/brokenReferences.ts';
import { databaseRulesByKind, foreignKinds } from '../postgres/engine/database/databaseRules.ts';
import type { FileStore, StoredBytes } from '../files/fileStore.ts';
import { storeBackupTime } from './lastBackup.ts';
import { auditHeads, storedTables, tablesNotBackedUp } from './catalog.ts';
import {
  type BackupHeader,
  type BackupManifest,
  BackupRefusal,
  type BackupTable,
  backupFormat,
  filesFolder,
  headerName,
  headsFolder,
  keyName,
  manifestName,
  rowsPerEntryBytes,
  tablesFolder,
} from './format.ts';
import { FileTally } from './fileTally.ts';
import { namedFiles } from './namedFiles.ts';
import { productTables, ruleObstacles } from './obstacles.ts';
import { rowsIn } from './readBackup.ts';
import { seal } from './seal.ts';

export interface BackupSource {
  /** Connection URL of the database owner. */
  readonly adminUrl: string;
  readonly dataDir: string;
  readonly files: FileStore;
  /** Path of the backup. The file must not exist yet. */
  readonly file: string;
  readonly passphrase: string;
  readonly now: Date;
  /** Cost of one passphrase guess, as a power of two. Defaults to age's own value, 18. */
  readonly workFactor?: number;
}

/**
 * Writes a backup of an installation, running or stopped. It contains the rows as of one moment, the stored files
 * that those rows name, the audit key and the saved audit heads. Users can keep working meanwhile.
 *
 * The file gets its name only after it is complete and flushed to disk. Memory use doesn't grow with the amount of
 * data.
 *
 * Fails: BackupRefusal if the file already exists, its folder doesn't, or there is no installation; otherwise with the
 * error of the disk or the database.
 */
export async function createBackup(source: BackupSource): Promise<BackupManifest> {
  const file = resolve(source.file);
  if (existsSync(file)) throw new BackupRefusal(`${file} already exists. Choose another file name.`);
  if (`${pathOf(file)}${sep}`.startsWith(`${realpathSync(source.dataDir)}${sep}`))
    throw new BackupRefusal('A backup can’t be stored in the data folder that it backs up. Choose another location.');
  const folder = dirname(file);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new BackupRefusal(
      `There is no folder ${folder} for <file>. Create it, or choose another location for the backup.`,
    );
  const client = new pg.Client({ connectionString: source.adminUrl, application_name: 'carrara backup' });
  client.on('error', () => undefined);
  await client.connect();
  const part = `${file}.${process.pid}.part`;
  const archive = newPack();
  try {
    // Read before the snapshot: a head saved after it could name an entry that the copied chain doesn't contain.
    const heads = [...storedHeads(source.dataDir).values()];
    const header = await beginSnapshot(client, source.now);
    const output = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
    const [manifest] = await Promise.all([
      writeArchive(client, new Archive(archive), header, { ...source, heads }),
      pipeline(await seal(Readable.from(archive, { objectMode: false }), source.passphrase, source.workFactor), output),
      finished(output),
    ]);
    await rename(part, file);
    await flushFolder(resolve(file, '..'));
    await client.query('COMMIT');
    await storeBackupTime(client, source.now);
    return manifest;
  } finally {
    archive.destroy();
    await rm(part, { force: true });
    await client.end();
  }
}

/** Returns the folder of a file to be created, with symbolic links resolved. */
function pathOf(file: string): string {
  const folder = dirname(file);
  return existsSync(folder) ? realpathSync(folder) : folder;
}

/** Starts a read-only snapshot: from here on the connection sees the database as of this moment. */
async function beginSnapshot(client: pg.Client, now: Date): Promise<BackupHeader> {
  await client.query(`SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
    SET DateStyle = 'ISO'; SET IntervalStyle = 'iso_8601'; SET TimeZone = 'UTC'; SET bytea_output = 'hex'; SET extra_float_digits = 1;
    BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
  const { rows: ledgerTable } = await client.query(`SELECT to_regclass('public.schema_migration') AS ledger`);
  if ((ledgerTable[0] as { ledger: string | null }).ledger === null) {
    throw new BackupRefusal('There is nothing to back up because this isn’t a Carrara database. Check DATABASE_URL.');
  }
  const { rows: migrations } = await client.query<BackupHeader['migrations'][number]>(
    'SELECT name, checksum FROM schema_migration ORDER BY name',
  );
  const ofProduct = productTables(migrations);
  const tables = (await storedTables(client)).filter(({ name }) => ofProduct?.has(name) ?? true);
  // Row-level security applies to the owner too. Only the worker's role may read all firms.
  await client.query('SET LOCAL ROLE carrara_worker');
  return { format: backupFormat, createdAt: now.toISOString(), migrations, tables };
}

/** Writes a tar archive one entry at a time. Each call waits until its bytes have been consumed. */
class Archive {
  readonly #pack: Pack;
  readonly #tally = new FileTally();

  constructor(pack: Pack) {
    this.#pack = pack;
  }

  add(name: string, content: Buffer): Promise<void> {
    return new Promise((done, failed) => {
      this.#pack.entry({ name, mode: 0o600 }, content, (error) => (error ? failed(error) : done()));
    });
  }

  /** Adds an entry that counts toward the file tally. */
  async addFile(name: string, content: Buffer): Promise<void> {
    await this.add(name, await buffer(this.#tally.file(name, Readable.from([content]))));
  }

  /** Adds a stored file and returns its digest. Stored files never change once they have a name. */
  async addStored(name: string, { sizeBytes, content }: StoredBytes): Promise<string> {
    let found = '';
    const entry = this.#pack.entry({ name, mode: 0o600, size: sizeBytes });
    await pipeline(
      this.#tally.file(name, content, (sha256) => void (found = sha256)),
      entry,
    );
    return found;
  }

  files(): BackupManifest['files'] {
    return this.#tally.sums();
  }

  end(): void {
    this.#pack.finalize();
  }
}

/** Content of the archive other than the rows. */
interface Extras extends Pick<BackupSource, 'dataDir' | 'files'> {
  readonly heads: readonly ChainHead[];
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);

async function writeArchive(
  client: pg.Client,
  archive: Archive,
  header: BackupHeader,
  extras: Extras,
): Promise<BackupManifest> {
  await archive.add(headerName, json(header));
  // Copies the files first: the sooner after the snapshot, the fewer of them have been deleted meanwhile.
  const lost = await writeFiles(client, archive, header, extras);
  const tables: Record<string, { rows: number; sha256: string }> = {};
  for (const table of header.tables) tables[table.name] = await writeRows(client, archive, table);
  const heads = await auditHeads(client);
  // A query for each key of an empty table would take most of the time of a small backup.
  const filled = Object.entries(tables).flatMap(([table, { rows }]) => (rows > 0 ? [table] : []));
  const broken = await brokenReferences(client, filled);
  await client.query('RESET ROLE');
  const byKind = await databaseRulesByKind(client);
  const ruleKinds = Object.keys(byKind).filter((kind) => !foreignKinds.includes(kind));
  const rules = ruleKinds.flatMap((kind) => byKind[kind] ?? []).toSorted();
  const obstacles = [...ruleObstacles(header.migrations, rules), ...broken];
  const manifest: BackupManifest = { tables, files: archive.files(), ...lost, heads, rules, ruleKinds, obstacles };
  await archive.add(manifestName, json(manifest));
  archive.end();
  return manifest;
}

async function writeFiles(
  client: pg.Client,
  archive: Archive,
  { createdAt }: BackupHeader,
  { dataDir, files, heads }: Extras,
): Promise<Pick<BackupManifest, 'missingFiles' | 'changedFiles'>> {
  await archive.addFile(keyName, await readFile(join(dataDir, keyName)));
  const lines = heads.map((head) => `${JSON.stringify({ storedAt: createdAt, ...head })}\n`);
  await archive.addFile(`${headsFolder}/${createdAt.slice(0, 10)}.jsonl`, Buffer.from(lines.join('')));
  const missingFiles: string[] = [];
  const changedFiles: string[] = [];
  for await (const { key, sha256 } of namedFiles(client, tablesNotBackedUp)) {
    const stored = await files.open(key);
    if (!stored) missingFiles.push(key);
    else if (![null, await archive.addStored(`${filesFolder}/${key}`, stored)].includes(sha256)) changedFiles.push(key);
  }
  return { missingFiles, changedFiles };
}

async function writeRows(client: pg.Client, archive: Archive, { name, columns }: BackupTable) {
  const digest: Hash = createHash('sha256');
  let rows = 0;
  let entries = 0;
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;
  const flush = async () => {
    if (bufferedBytes === 0) return;
    entries += 1;
    const content = Buffer.concat(buffered);
    buffered = [];
    bufferedBytes = 0;
    await archive.add(`${tablesFolder}/${name}/${String(entries).padStart(8, '0')}`, content);
  };
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const copy = client.query(copyTo(`COPY (SELECT ${list} FROM ${pg.escapeIdentifier(name)}) TO STDOUT`));
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    digest.update(chunk);
    rows += rowsIn(chunk);
    for (let at = 0; at < chunk.byteLength; at += rowsPerEntryBytes) {
      const piece = chunk.subarray(at, at + rowsPerEntryBytes);
      if (bufferedBytes + piece.byteLength > rowsPerEntryBytes) await flush();
      buffered.push(piece);
      bufferedBytes += piece.byteLength;
    }
  }
  await flush();
  return { rows, sha256: digest.digest('hex') };
}

/** Flushes the folder, because a rename is durable only then. Windows neither needs nor allows it. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
