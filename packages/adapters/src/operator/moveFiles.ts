import pg from 'pg';
import { type NamedFile, namedFiles } from '../backup/namedFiles.ts';
import type { FileDigest, FileStore } from '../files/fileStore.ts';

export interface FilesMove {
  readonly workerUrl: string;
  readonly from: FileStore;
  readonly to: FileStore;
  /** True if the originals are removed once all files have arrived. */
  readonly remove: boolean;
  /** Abort to stop. Files copied by then stay, and the next run continues from there. */
  readonly stopped: AbortSignal;
  /** Called after each file that was copied or checked. */
  readonly onFile: (done: number, total: number) => void;
}

export interface FilesMoved {
  /** Number of files that rows name and that have arrived. */
  readonly files: number;
  readonly copied: number;
  readonly removed: number;
  /** Files that rows name but that are in neither store. */
  readonly missing: readonly string[];
  /** Files whose bytes don't match the digest in their row. They are moved as they were found. */
  readonly changed: readonly string[];
}

/**
 * Concurrent transfers. A bucket is far away, so several in flight save time; each keeps one piece of a file in memory.
 */
const workers = 6;
const nilId = '00000000-0000-0000-0000-000000000000';

/**
 * Copies all stored files that rows name into another store. First it copies the missing ones, then it reads each copy
 * back and checks its digest. Originals are removed only after all copies have been checked. The server may be running:
 * files stored meanwhile are copied by the next run.
 *
 * Fails: throws with a sentence if both stores are the same, or a copy differs from its original. Throws the signal's
 * reason if stopped, otherwise the error of the database or a store.
 */
export async function moveFiles(move: FilesMove): Promise<FilesMoved> {
  await refuseSamePath(move);
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

async function refuseSamePath({ from, to }: FilesMove): Promise<void> {
  const key = await to.put(nilId, Buffer.from('trial'));
  try {
    if (await from.has(key)) throw new Error(`Both addresses lead to ${to.location}. Choose another destination.`);
  } finally {
    await to.remove(key);
  }
}

async function moveNamed(client: pg.Client, move: FilesMove): Promise<FilesMoved> {
  const { from, to, remove, stopped, onFile } = move;
  let total = 0;
  for await (const _ of namedFiles(client)) total += 1;
  const all = total * (remove ? 3 : 2);
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
    await to.store(key, stored.content);
    copied += 1;
    return true;
  };

  await each(async ({ key }) => {
    if (!(await to.has(key))) await copy(key);
  });
  let files = 0;
  const missingKeys: string[] = [];
  const changed: string[] = [];
  await each(async (file) => {
    const there = await settled(move, file, copy);
    if (there === undefined) return void missingKeys.push(file.key);
    files += 1;
    if (file.sha256 !== null && there.sha256 !== file.sha256) changed.push(file.key);
  });
  const missing = await stillNamed(client, missingKeys);
  let removed = 0;
  if (remove && missing.length === 0)
    await each(async ({ key }) => {
      // Stored after the check, so it hasn't been copied yet.
      if (!(await to.has(key))) return;
      await from.remove(key);
      removed += 1;
    });
  return { files, copied, removed, missing, changed };
}

/** Returns the digest of the copy. Copies again first if it matches neither its row nor the original. */
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
    throw new Error(
      `The copy of file ${key} in ${to.location} differs from the original in ${from.location}. Nothing was removed.`,
    );
  return again;
}

/** Filters out files that were deleted meanwhile, which don't count as missing. */
async function stillNamed(client: pg.Client, keys: readonly string[]): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const requestedKeys = new Set(keys);
  const found: string[] = [];
  for await (const { key } of namedFiles(client)) if (requestedKeys.has(key)) found.push(key);
  return found;
}

/**
 * Processes several items at once until all are done, one fails, or the signal aborts. Returns once nothing is in
 * progress.
 */
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
  await Promise.all(Array.from({ length: workers }, worker));
  await items.return(undefined);
  ending.throwIfAborted();
}
