import { createHash, type Hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Extract, extract } from 'tar-stream';
import { z } from 'zod';
import {
  type BackupHeader,
  type BackupManifest,
  BackupRefusal,
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
import { unseal } from './seal.ts';
import { keyPattern } from '../files/fileStore.ts';

/** Receives the contents of a backup in the order they are read. */
export interface BackupTarget {
  begin(header: BackupHeader): Promise<void>;
  /** Receives a file. The path is relative to the data folder. */
  store(path: string, content: AsyncIterable<Buffer>): Promise<void>;
  /**
   * Receives part of a table's rows, in the text format of COPY. The pieces of a table arrive in order, and a piece may
   * end in the middle of a row.
   */
  rows(table: string, piece: Buffer): Promise<void>;
}

export interface ReadBackup {
  readonly header: BackupHeader;
  readonly manifest: BackupManifest;
}

type Entry = Extract extends AsyncIterable<infer Item> ? Item : never;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();
const plainName = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const headerSchema = z.object({
  format: z.literal(backupFormat),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: hash })),
  tables: z.array(z.object({ name: plainName, columns: z.array(plainName).min(1) })),
});
const manifestSchema = z.object({
  tables: z.record(plainName, z.object({ rows: count, sha256: hash })),
  files: z.object({ count, bytes: count, sha256: hash }),
  missingFiles: z.array(z.string()),
  changedFiles: z.array(z.string()),
  heads: z.array(z.object({ tenantId: z.uuid(), seq: count, hash })),
  rules: z.array(z.string()),
  ruleKinds: z.array(z.string()),
  obstacles: z.array(z.string()).optional(),
});

/** Allows only paths inside the data folder, because the archive could come from anybody. */
const path = new RegExp(
  `^(${keyName.replace('.', '\\.')}|${headsFolder}/[\\w-]+\\.jsonl|${filesFolder}/${keyPattern})$`,
);
const piece = new RegExp(`^${tablesFolder}/([a-z_][a-z0-9_]*)/\\d{8}$`);
/**
 * Maximum size of the header and of the manifest, which are read into memory whole. A manifest lists all missing files
 * and all tenants.
 */
const mostAtOnce = 64 * 1_048_576;

/**
 * Reads a whole backup into a target and checks it against its manifest: every row is counted and every byte hashed.
 *
 * Fails: BackupRefusal if the file can't be opened, is cut short, was changed or has another format; otherwise with the
 * error of the target. Discard everything the target received until then.
 */
export async function readBackup(file: string, passphrase: string, target: BackupTarget): Promise<ReadBackup> {
  const content = await unseal(file, passphrase);
  const archive = extract();
  content.once('error', (error) => archive.destroy(error));
  content.pipe(archive);
  const tally = new Tally();
  let header: BackupHeader | undefined;
  let manifest: BackupManifest | undefined;
  try {
    for await (const entry of entriesOf(archive, file)) {
      const { name, size } = entry.header;
      const bytes = contentOf(entry, file);
      const table = piece.exec(name)?.[1];
      if (manifest) throw damaged(file);
      if (!header) {
        if (name !== headerName || size > mostAtOnce) throw new BackupRefusal(`${file} isn’t a Carrara backup.`);
        header = parsedHeader(await buffer(bytes), file);
        await target.begin(header);
      } else if (table !== undefined && size <= rowsPerEntryBytes && tableIn(header, table)) {
        const rows = await buffer(bytes);
        tally.rows(table, rows);
        await target.rows(table, rows);
      } else if (path.test(name)) {
        await target.store(name, tally.file(name, bytes));
      } else if (name === manifestName && size <= mostAtOnce) {
        manifest = parsed(manifestSchema, await buffer(bytes), file);
      } else throw damaged(file);
    }
  } finally {
    content.destroy();
    archive.destroy();
  }
  if (!header || !manifest || !tally.fits(header, manifest)) throw damaged(file);
  return { header, manifest };
}

const tableIn = ({ tables }: BackupHeader, tableName: string) => tables.some(({ name }) => name === tableName);

const damaged = (file: string, cause?: unknown) =>
  new BackupRefusal(`${file} is incomplete or was changed. Use another copy of the backup.`, { cause });

/** Yields the entries. Errors of the file become a BackupRefusal; errors of the consumer pass through unchanged. */
async function* entriesOf(archive: AsyncIterable<Entry>, file: string): AsyncGenerator<Entry> {
  const entries = archive[Symbol.asyncIterator]();
  for (;;) {
    const next = await entries.next().catch((error: unknown) => {
      throw damaged(file, error);
    });
    if (next.done) return;
    yield next.value;
  }
}

async function* contentOf(entry: Entry, file: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of entry) yield chunk as Buffer;
  } catch (error) {
    throw damaged(file, error);
  }
}

function parsedHeader(text: Buffer, file: string): BackupHeader {
  const { format } = parsed(z.object({ format: z.number() }), text, file);
  if (format !== backupFormat) {
    throw new BackupRefusal(
      `${file} has backup format ${format}, but this version of Carrara reads format ${backupFormat}.`,
    );
  }
  return parsed(headerSchema, text, file);
}

function parsed<T>(schema: z.ZodType<T>, text: Buffer, file: string): T {
  try {
    return schema.parse(JSON.parse(text.toString('utf8')));
  } catch (error) {
    throw damaged(file, error);
  }
}

/** Counts and hashes what is read, in the same way as the manifest. */
class Tally {
  readonly #tables = new Map<string, { rows: number; digest: Hash }>();
  readonly #files = new FileTally();

  rows(table: string, piece: Buffer): void {
    const seen = this.#tables.get(table) ?? { rows: 0, digest: createHash('sha256') };
    seen.rows += rowsIn(piece);
    seen.digest.update(piece);
    this.#tables.set(table, seen);
  }

  file(name: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    return this.#files.file(name, content);
  }

  fits({ tables }: BackupHeader, { tables: counts, files }: BackupManifest): boolean {
    const seen = this.#files.sums();
    const nothing = { rows: 0, digest: createHash('sha256') };
    return (
      Object.keys(counts).length === tables.length &&
      tables.every(({ name }) => {
        const { rows, digest } = this.#tables.get(name) ?? { ...nothing, digest: nothing.digest.copy() };
        return counts[name]?.rows === rows && counts[name]?.sha256 === digest.digest('hex');
      }) &&
      files.count === seen.count &&
      files.bytes === seen.bytes &&
      files.sha256 === seen.sha256
    );
  }
}

/**
 * Counts the rows in a chunk. Each row ends with a line feed; a line feed inside a value is escaped as two characters.
 */
export function rowsIn(chunk: Buffer): number {
  let rows = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
  return rows;
}
