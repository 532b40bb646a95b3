import { type TenantRows, loadTenantRows, maySkipTriggers } from '@carrara/adapters/backup/tenantRows';
import { createFirstPassword, createPasswords } from '@carrara/adapters/identity/passwords';
import type { FileStore } from '@carrara/adapters/files/fileStore';
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
import { demoFolder, demoPassword } from './people.ts';

/** Folder with the demo as `npm run prepare:demo` computed it. */
export const preparedFolder = join(demoFolder, 'prepared');
const rulesFolder = fileURLToPath(new URL('../../../../packages/domain/src', import.meta.url));
const decompress = promisify(brotliDecompress);

/** The demo as computed, without anything that depends on a secret. */
export interface PreparedDemo {
  /** The rows, with marks for the hashes of passwords. */
  readonly rows: TenantRows;
  /** The stored files by their keys. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Stands for the hash of the demo's password. */
export const passwordMark = '{password}';
/** Stands for the hashes of first passwords, which nobody has written down. */
const firstPasswordMark = '{first password}';
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** Replaces a hash of a password in rows, and its digest in the audit log. */
function replaceHash({ tables, entries }: TenantRows, from: string, to: string): TenantRows {
  const replace = (text: string) => text.replaceAll(from, to).replaceAll(sha256(from), sha256(to));
  return { tables: new Map([...tables].map(([table, text]) => [table, replace(text)])), entries: replace(entries) };
}

/** Replaces the hashes of all passwords by marks. */
export function withoutPasswords(rows: TenantRows): TenantRows {
  const hashes = [...rows.tables.values()].flatMap((text) => text.match(/\$argon2id\$\S+/g) ?? []);
  return hashes.reduce((marked, hash) => replaceHash(marked, hash, firstPasswordMark), rows);
}

const end = '\n\\.\n';

/** Returns the rows as one text: each table with its name in the first line, and the audit log at the end. */
export const textOf = ({ tables, entries }: TenantRows): string =>
  [...tables, ['activity', entries]].map(([table, rows]) => `${table}\n${rows?.slice(0, -1)}${end}`).join('');

function rowsOf(text: string): TenantRows {
  const parts = text.split(end).slice(0, -1);
  const all = parts.map(
    (part) => [part.slice(0, part.indexOf('\n')), `${part.slice(part.indexOf('\n') + 1)}\n`] as const,
  );
  const tables = new Map(all);
  const entries = required(tables.get('activity'), 'audit log');
  tables.delete('activity');
  return { tables, entries };
}

/** Returns the files as one: a line with their keys and sizes, and then their contents. */
export const joinFiles = (files: PreparedDemo['files']): Buffer => {
  const sizes = [...files].map(([key, { byteLength }]) => [key, byteLength]);
  return Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...files.values()]);
};

function splitFiles(joined: Buffer): PreparedDemo['files'] {
  let at = joined.indexOf('\n') + 1;
  const sizes = JSON.parse(joined.toString('utf8', 0, at)) as readonly (readonly [string, number])[];
  return new Map(sizes.map(([key, size]) => [key, joined.subarray(at, (at += size))]));
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
 * Hashes everything that determines the demo: its files, the schema, and the rules by area. Other code isn't hashed, so
 * most changes don't need a new preparation. A test computes the demo and finds changes that the hash misses.
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

/** The contents of `prepared.json`. */
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
  readonly folder?: string;
}

/**
 * Restores the demo into an empty installation, which creates the hashes of the passwords and of the audit log itself.
 * If it can't, returns a sentence with the reason, and the demo has to be computed.
 */
export async function restoreDemo({ database, auditKey, files, folder }: Restoring): Promise<string | undefined> {
  const because = (reason: string) => `Computing the demo, which takes a few minutes, because ${reason}.`;
  if (!(await maySkipTriggers(database.adminUrl)))
    return because('the owner of the database isn’t a superuser and can’t restore the prepared demo');
  const prepared = await readPreparedDemo(folder);
  if (!prepared) return because('the prepared demo is damaged or fits other rules, another schema or other files');
  const passwords = createPasswords();
  const demo = replaceHash(prepared.rows, passwordMark, await passwords.hash(demoPassword));
  const rows = replaceHash(demo, firstPasswordMark, await passwords.hash(createFirstPassword()));
  await Promise.all([...prepared.files].map(([key, content]) => files.store(key, content)));
  await loadTenantRows(database.adminUrl, rows, auditKey, (owner) =>
    // An interrupted computation of the demo has left its mark.
    owner.query(
      `INSERT INTO installation (name, value) VALUES ('demo', 'whole') ON CONFLICT (name) DO UPDATE SET value = 'whole'`,
    ),
  );
  return undefined;
}
