import pg from 'pg';
import { namedFiles, unreferencedKeys } from '../backup/namedFiles.ts';
import type { FileStore } from '../files/fileStore.ts';

export interface FilesSweep {
  readonly workerUrl: string;
  readonly files: FileStore;
  /** True to remove the files that no row refers to. */
  readonly remove: boolean;
  readonly now: Date;
}

export interface FilesSwept {
  /** Number of files in the store. */
  readonly files: number;
  /** Files that no row refers to and that were stored more than a day ago. */
  readonly unnamed: readonly string[];
  readonly removed: number;
}

/** Thrown if the store contains none of the files that rows name, so it isn't the server's store. */
export class OtherStore extends Error {}

/** Grace period: a file is stored before its row, and no transaction takes longer than this to name it. */
const stillNamedMs = 86_400_000;
const page = 1000;
/** Files removed per transaction. The firm's uploads wait while it runs. */
const atOnce = 20;
/** Number of named files to look for before the store is rejected. */
const sample = 20;

/**
 * Finds files that no row refers to, left by uploads and releases that were cut short, and removes them on request. The
 * server may be running.
 *
 * Fails: OtherStore; otherwise with the error of the database or the store.
 */
export async function sweepFiles({ workerUrl, files, remove, now }: FilesSweep): Promise<FilesSwept> {
  return withWorker(workerUrl, async (client) => {
    const unnamed: string[] = [];
    let [scanned, old]: [number, string[]] = [0, []];
    const loadBatch = async () => {
      unnamed.push(...(await unreferencedKeys(client, old)));
      old = [];
    };
    for await (const { key, storedAt } of files.list()) {
      scanned += 1;
      if (storedAt.getTime() < now.getTime() - stillNamedMs) old.push(key);
      if (old.length === page) await loadBatch();
    }
    await loadBatch();
    if (unnamed.length > 0 && !(await hasReferenced(client, files))) throw new OtherStore(otherStore(files));
    let removed = 0;
    for (const firm of new Set(remove ? unnamed.map(firmOf) : [])) {
      const keys = unnamed.filter((key) => firmOf(key) === firm);
      for (let at = 0; at < keys.length; at += atOnce)
        removed += await removeUnnamed(client, files, firm, keys.slice(at, at + atOnce));
    }
    return { files: scanned, unnamed: unnamed.toSorted(), removed };
  });
}

/** Returns the firm in a key. Keys of the first versions have none. */
const firmOf = (key: string): string => key.split('/').at(-3) ?? '';

/**
 * Removes files that are still unnamed. Every transaction that names a file holds the firm's lock until it ends, so a
 * file that is unnamed under this lock stays unnamed.
 */
async function removeUnnamed(
  client: pg.Client,
  files: FileStore,
  firm: string,
  keys: readonly string[],
): Promise<number> {
  await client.query('BEGIN');
  try {
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('storage ' || $1, 0))`, [firm]);
    const unreferenced = await unreferencedKeys(client, keys);
    for (const key of unreferenced) await files.remove(key);
    return unreferenced.length;
  } finally {
    await client.query('COMMIT');
  }
}

/**
 * Checks that a store belongs to an installation: it contains some of the files that rows name, or rows name none.
 *
 * Fails: OtherStore; otherwise with the error of the database or the store.
 */
export const refuseOtherStore = ({ workerUrl, files }: Pick<FilesSweep, 'workerUrl' | 'files'>): Promise<void> =>
  withWorker(workerUrl, async (client) => {
    if ((await hasReferenced(client, files)) === false) throw new OtherStore(otherStore(files));
  });

const otherStore = ({ location }: FileStore) =>
  `${location} contains none of the files named in the records. If the server stores them elsewhere, set FILES_URL and the keys of that store here too.`;

/** True if the store contains some of the named files. Undefined if rows name none. */
async function hasReferenced(client: pg.Client, files: FileStore): Promise<boolean | undefined> {
  let scanned = 0;
  for await (const { key } of namedFiles(client)) {
    if (await files.has(key)) return true;
    scanned += 1;
    if (scanned === sample) break;
  }
  return scanned === 0 ? undefined : false;
}

async function withWorker<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'carrara files' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0');
    return await work(client);
  } finally {
    await client.end();
  }
}
