import pg from 'pg';
import { type NamedFile, namedFiles } from '../backup/namedFiles.ts';
import type { FileDigest, FileStore } from '../files/index.ts';

export interface FilesMove {
  readonly workerUrl: string;
  readonly from: FileStore;
  readonly to: FileStore;
  /** Whether the files are taken away from where they were, once all of them are where they go. */
  readonly remove: boolean;
  /** Aborted by who wants it to stop: what is there by then stays, and the next time goes on from it. */
  readonly stopped: AbortSignal;
  /** Told of each file that was copied or looked at. */
  readonly onFile: (done: number, of: number) => void;
}

export interface FilesMoved {
  /** All that rows name and that are where they go. */
  readonly files: number;
  readonly copied: number;
  readonly removed: number;
  /** Named by rows, and in neither place. */
  readonly missing: readonly string[];
  /** Not the bytes that the rows tell the digest of; they are moved as they were found. */
  readonly changed: readonly string[];
}

/** At once: the way to a bucket is long, and each holds a piece of a file. */
const places = 6;
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Copies every stored file that rows name into another store: first what is not there yet, then each is read where it went and held to its
 * digest. Only when all of them are there is anything removed. The server may run: what it stores meanwhile is copied the next time.
 *
 * Fails: throws with a sentence when both are one place, or a copy does not become what it is of; with the reason of the signal when it is
 * stopped; else with the error of the database or a store.
 */
export async function moveFiles(move: FilesMove): Promise<FilesMoved> {
  await refuseSamePlace(move);
  const client = new pg.Client({ connectionString: move.workerUrl, application_name: 'carrara files' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0');
    return await moveNamed(client, move);
  } finally {
    await client.end();
  }
}

async function refuseSamePlace({ from, to }: FilesMove): Promise<void> {
  const key = await to.put(nobody, Buffer.from('trial'));
  try {
    if (await from.has(key)) throw new Error(`The files are in ${to.place} already: both addresses lead to one place.`);
  } finally {
    await to.remove(key);
  }
}

async function moveNamed(client: pg.Client, move: FilesMove): Promise<FilesMoved> {
  const { from, to, remove, stopped, onFile } = move;
  let of = 0;
  for await (const _ of namedFiles(client)) of += 1;
  const all = of * (remove ? 3 : 2);
  let done = 0;
  let copied = 0;
  const each = (work: (file: NamedFile) => Promise<void>) =>
    inTurns(namedFiles(client), stopped, async (file) => {
      await work(file);
      done += 1;
      onFile(Math.min(done, all), all);
    });
  const copy = async (key: string): Promise<boolean> => {
    const stored = await from.open(key);
    if (!stored) return false;
    await to.keep(key, stored.content);
    copied += 1;
    return true;
  };

  await each(async ({ key }) => {
    if (!(await to.has(key))) await copy(key);
  });
  let files = 0;
  const gone: string[] = [];
  const changed: string[] = [];
  await each(async (file) => {
    const there = await settled(move, file, copy);
    if (there === undefined) return void gone.push(file.key);
    files += 1;
    if (file.sha256 !== null && there.sha256 !== file.sha256) changed.push(file.key);
  });
  const missing = await stillNamed(client, gone);
  let removed = 0;
  if (remove && missing.length === 0)
    await each(async ({ key }) => {
      // Stored since all were looked at: it has gone nowhere yet.
      if (!(await to.has(key))) return;
      await from.remove(key);
      removed += 1;
    });
  return { files, copied, removed, missing, changed };
}

/** What lies where a file goes, when it is what was told of it or what it was before. */
async function settled(
  { from, to }: FilesMove,
  { key, sha256 }: NamedFile,
  copy: (key: string) => Promise<boolean>,
): Promise<FileDigest | undefined> {
  const there = await to.digest(key);
  if (there !== undefined && there.sha256 === sha256) return there;
  const before = await from.digest(key);
  if (before === undefined || before.sha256 === there?.sha256) return there;
  if (!(await copy(key))) return there;
  const again = await to.digest(key);
  if (again?.sha256 !== before.sha256)
    throw new Error(`The file ${key} does not become in ${to.place} what it is in ${from.place}. Nothing was removed.`);
  return again;
}

/** A file that somebody has deleted meanwhile is not missing. */
async function stillNamed(client: pg.Client, keys: readonly string[]): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const wanted = new Set(keys);
  const found: string[] = [];
  for await (const { key } of namedFiles(client)) if (wanted.has(key)) found.push(key);
  return found;
}

/** Works on several at once, until all are done, one fails, or it is stopped; answers when none is in hand any more. */
async function inTurns<T>(
  items: AsyncGenerator<T>,
  stopped: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const ending = AbortSignal.any([stopped, failed.signal]);
  const worker = async () => {
    try {
      for (let next = await items.next(); !next.done && !ending.aborted; next = await items.next())
        await work(next.value);
    } catch (error) {
      failed.abort(error);
    }
  };
  await Promise.all(Array.from({ length: places }, worker));
  await items.return(undefined);
  ending.throwIfAborted();
}
