import { type FirmRows, loadFirmRows, maySkipTriggers } from '@carrara/adapters/backup/firmRows';
import { type FileStore, keyPattern, newKey } from '@carrara/adapters/files/fileStore';
import type { Database } from '@carrara/adapters/postgres/engine/database/openDatabase';
import type { AuditKey } from '@carrara/adapters/postgres/engine/journal/auditKey';
import { migrations } from '@carrara/adapters/postgres/migrations/files';
import { required } from '@carrara/domain/kernel';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { demoFolder } from './people.ts';

/** Folder with the demo as `npm run prepare:demo` computed it. */
export const preparedFolder = join(demoFolder, 'prepared');
const rulesFolder = fileURLToPath(new URL('../../../../packages/domain/src', import.meta.url));
const decompress = promisify(brotliDecompress);

/** The demo as computed. Everything that an installation creates for itself is a mark. */
export interface PreparedDemo {
  /** The rows, with `passwordMark` for the hash of the password and marks for the keys of the stored files. */
  readonly rows: FirmRows;
  /** Contents of the stored files, in the order of their marks. */
  readonly files: readonly Buffer[];
}

/** Stands for the hash of the demo's password. */
export const passwordMark = '{password}';
const fileMark = /([0-9a-f-]{36})\/\{file:(\d+)\}/g;
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

const mapRows = ({ tables, entries }: FirmRows, change: (text: string) => string): FirmRows => ({
  tables: new Map([...tables].map(([table, rows]) => [table, change(rows)])),
  entries: change(entries),
});

/** Replaces the keys of stored files by marks, and returns the keys in the order of their marks. */
export function markFiles(rows: FirmRows): { readonly rows: FirmRows; readonly keys: readonly string[] } {
  const keys = new Map<string, number>();
  const marked = mapRows(rows, (text) =>
    text.replaceAll(new RegExp(keyPattern, 'g'), (key) => {
      if (!keys.has(key)) keys.set(key, keys.size);
      return `${key.slice(0, 36)}/{file:${String(keys.get(key))}}`;
    }),
  );
  return { rows: marked, keys: [...keys.keys()] };
}

const end = '\n\\.\n';

/** Returns the rows as one text: each table with its name in the first line, and the audit log at the end. */
export const textOf = ({ tables, entries }: FirmRows): string =>
  [...tables, ['activity', entries]].map(([table, rows]) => `${table}\n${rows?.slice(0, -1)}${end}`).join('');

function rowsOf(text: string): FirmRows {
  const parts = text.split(end).slice(0, -1);
  const all = parts.map(
    (part) => [part.slice(0, part.indexOf('\n')), `${part.slice(part.indexOf('\n') + 1)}\n`] as const,
  );
  const tables = new Map(all);
  const entries = required(tables.get('activity'), 'audit log');
  tables.delete('activity');
  return { tables, entries };
}

/** Returns the files as one: a line with their sizes, and then their contents. */
export const joinFiles = (files: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify(files.map(({ byteLength }) => byteLength))}\n`), ...files]);

function splitFiles(joined: Buffer): readonly Buffer[] {
  let at = joined.indexOf('\n') + 1;
  const sizes = JSON.parse(joined.toString('utf8', 0, at)) as readonly number[];
  return sizes.map((size) => joined.subarray(at, (at += size)));
}

/** Hashes of what the demo is computed from, by name. */
export type Sources = Readonly<Record<string, string>>;

function hashOf(folder: string, contains: (path: string) => boolean, read: (path: string) => string | Buffer): string {
  const hash = createHash('sha256');
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
  for (const path of paths.filter(contains).sort()) hash.update(`${path}\0`).update(read(join(folder, path)));
  return hash.digest('hex').slice(0, 32);
}

/** Reads a module without its comments, so that a reworded comment doesn't count as a changed rule. */
const codeIn = (path: string): string =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/\*|\*|$)/.test(line))
    .join('\n');

/**
 * Hashes everything that decides the demo: its files, the schema, and the rules by area. Other code isn't part of it, so
 * that most changes need no new preparation. A test computes the demo and finds what this leaves out.
 */
export function sourcesOfDemo(): Sources {
  const areas = readdirSync(rulesFolder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'testing',
  );
  const isRule = (path: string) => path.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(path);
  return {
    files: hashOf(
      demoFolder,
      (path) => !path.startsWith('prepared/') && path !== 'README.md',
      (path) => readFileSync(path),
    ),
    schema: sha256(
      migrations()
        .map(({ checksum }) => checksum)
        .join(),
    ).slice(0, 32),
    ...Object.fromEntries(areas.map(({ name }) => [`rules/${name}`, hashOf(join(rulesFolder, name), isRule, codeIn)])),
  };
}

/** What `prepared.json` states. */
export interface Preparation {
  readonly sources: Sources;
  /** Hashes of the decompressed content. */
  readonly content: { readonly rows: string; readonly files: string };
}

/** Returns the prepared demo, or undefined if it is missing, damaged or computed from other sources. */
export async function readPreparedDemo(folder = preparedFolder): Promise<PreparedDemo | undefined> {
  try {
    const { sources, content } = JSON.parse(await readFile(join(folder, 'prepared.json'), 'utf8')) as Preparation;
    if (JSON.stringify(sources) !== JSON.stringify(sourcesOfDemo())) return undefined;
    const read = async (name: string) => decompress(await readFile(join(folder, name)));
    const [rows, files] = await Promise.all([read('rows.br'), read('files.br')]);
    if (sha256(rows) !== content.rows || sha256(files) !== content.files) return undefined;
    return { rows: rowsOf(rows.toString('utf8')), files: splitFiles(files) };
  } catch {
    return undefined;
  }
}

interface Restoring {
  readonly database: Database;
  readonly auditKey: AuditKey;
  readonly files: FileStore;
  readonly passwordHash: string;
}

/**
 * Restores the demo into an empty installation, which creates the hash of the password, the keys of the files and the
 * hashes of the audit log itself. Returns false if only computing the demo is possible.
 */
export async function restoreDemo({ database, auditKey, files, passwordHash }: Restoring): Promise<boolean> {
  if (!(await maySkipTriggers(database.adminUrl))) return false;
  const prepared = await readPreparedDemo();
  if (!prepared) return false;
  const keys: string[] = [];
  const rows = mapRows(prepared.rows, (text) =>
    text
      .replaceAll(passwordMark, passwordHash)
      // The audit log stores a digest of it.
      .replaceAll(sha256(passwordMark), sha256(passwordHash))
      .replaceAll(fileMark, (_mark, tenantId: string, index: string) => (keys[Number(index)] ??= newKey(tenantId))),
  );
  await Promise.all(prepared.files.map((content, index) => files.store(required(keys[index], 'file'), content)));
  await loadFirmRows(database.adminUrl, rows, auditKey, (owner) =>
    owner.query(`INSERT INTO installation (name, value) VALUES ('demo', 'whole')`),
  );
  return true;
}
