import pg from 'pg';
import { namedFiles, notNamed } from '../backup/namedFiles.ts';
import type { FileStore } from '../files/index.ts';

export interface FilesSweep {
  readonly workerUrl: string;
  readonly files: FileStore;
  /** Whether what no row names is taken away. */
  readonly remove: boolean;
  readonly now: Date;
}

export interface FilesSwept {
  /** All that lie in the store. */
  readonly files: number;
  /** Those that no row names, and that were stored more than a day ago. */
  readonly unnamed: readonly string[];
  readonly removed: number;
}

/** The store holds none of the files that rows name: it is another one than the server's. */
export class OtherStore extends Error {}

/** A file is stored before the row that names it is: nothing takes longer to be named. */
const stillNamedMs = 86_400_000;
const page = 1000;
/** While so many are taken away the uploads of their firm wait. */
const atOnce = 20;
/** So many of the named files are looked for before any is called missing. */
const sample = 20;

/**
 * Finds the files of a store that no row names, which uploads and releases that were cut short have left, and takes them away if asked to. The server may
 * run.
 *
 * Fails: OtherStore; else with the error of the database or the store.
 */
export async function sweepFiles({ workerUrl, files, remove, now }: FilesSweep): Promise<FilesSwept> {
  return withWorker(workerUrl, async (client) => {
    const unnamed: string[] = [];
    let [looked, old]: [number, string[]] = [0, []];
    const look = async () => {
      unnamed.push(...(await notNamed(client, old)));
      old = [];
    };
    for await (const { key, storedAt } of files.list()) {
      looked += 1;
      if (storedAt.getTime() < now.getTime() - stillNamedMs) old.push(key);
      if (old.length === page) await look();
    }
    await look();
    if (unnamed.length > 0 && !(await holdsNamed(client, files))) throw new OtherStore(otherStore(files));
    let removed = 0;
    for (const firm of new Set(remove ? unnamed.map(firmOf) : [])) {
      const keys = unnamed.filter((key) => firmOf(key) === firm);
      for (let at = 0; at < keys.length; at += atOnce)
        removed += await removeUnnamed(client, files, firm, keys.slice(at, at + atOnce));
    }
    return { files: looked, unnamed: unnamed.toSorted(), removed };
  });
}

/** Keys of the first versions say none. */
const firmOf = (key: string): string => key.split('/').at(-3) ?? '';

/** Who names a file holds this lock of the firm to the end of the transaction: what is not named under it is named by nobody. */
async function removeUnnamed(
  client: pg.Client,
  files: FileStore,
  firm: string,
  keys: readonly string[],
): Promise<number> {
  await client.query('BEGIN');
  try {
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('storage ' || $1, 0))`, [firm]);
    const gone = await notNamed(client, keys);
    for (const key of gone) await files.remove(key);
    return gone.length;
  } finally {
    await client.query('COMMIT');
  }
}

/**
 * Asks whether a store is that of an installation: of the files that rows name it has some, or there are none to look for.
 *
 * Fails: OtherStore; else with the error of the database or the store.
 */
export const refuseOtherStore = ({ workerUrl, files }: Pick<FilesSweep, 'workerUrl' | 'files'>): Promise<void> =>
  withWorker(workerUrl, async (client) => {
    if ((await holdsNamed(client, files)) === false) throw new OtherStore(otherStore(files));
  });

const otherStore = ({ place }: FileStore) =>
  `None of the stored files that the records name is in ${place}. If the server stores them elsewhere, set FILES_URL here too, with the keys of that store.`;

/** Whether some of the named files are there; undefined where rows name none. */
async function holdsNamed(client: pg.Client, files: FileStore): Promise<boolean | undefined> {
  let looked = 0;
  for await (const { key } of namedFiles(client)) {
    if (await files.has(key)) return true;
    looked += 1;
    if (looked === sample) break;
  }
  return looked === 0 ? undefined : false;
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
