import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** What the bytes of a stored file are known by. */
export interface FileDigest {
  readonly sizeBytes: number;
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string;
}

/** Keeps bytes under a key that it makes up; a key says nothing about what it holds. */
export interface FileStore {
  put(content: Uint8Array | Readable): Promise<string>;
  /** Undefined when there is no such file. */
  get(key: string): Promise<Buffer | undefined>;
  /** The bytes piece by piece; undefined when there is no such file. */
  stream(key: string): Promise<Readable | undefined>;
  /** What is stored, read piece by piece; undefined when there is no such file. */
  digest(key: string): Promise<FileDigest | undefined>;
  remove(key: string): Promise<void>;
}

const KEY = /^[0-9a-f]{2}\/[0-9a-f-]{36}$/;

/**
 * Files in a folder of this machine. A file is on disk, whole, before its key is answered: it is written beside its place, flushed and
 * renamed. What a transaction that was rolled back leaves behind is an unused file, never a record without one.
 */
export function createDiskFiles(folder: string): FileStore {
  const placeOf = (key: string): string => {
    if (!KEY.test(key)) throw new RangeError('not a key of this store');
    return join(folder, key);
  };
  const streamOf = async (key: string): Promise<Readable | undefined> => {
    const file = await open(placeOf(key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    // It closes the file at its end.
    return file?.createReadStream();
  };
  return {
    async put(content) {
      const id = randomUUID();
      const key = `${id.slice(0, 2)}/${id}`;
      const within = join(folder, id.slice(0, 2));
      await makeFolder(within);
      const place = placeOf(key);
      try {
        await writeWhole(`${place}.part`, content);
        await rename(`${place}.part`, place);
        await flushFolder(within);
      } catch (error) {
        // A full disk is not made fuller by what will never be read.
        await rm(`${place}.part`, { force: true }).catch(() => undefined);
        throw error;
      }
      return key;
    },
    async get(key) {
      try {
        return await readFile(placeOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    stream: streamOf,
    async digest(key) {
      const stream = await streamOf(key);
      if (!stream) return undefined;
      const digest = createHash('sha256');
      let sizeBytes = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        digest.update(chunk);
        sizeBytes += chunk.byteLength;
      }
      return { sizeBytes, sha256: digest.digest('hex') };
    },
    async remove(key) {
      await rm(placeOf(key), { force: true });
    },
  };
}

/** Removes what a process that ended while it wrote has left: a file that has its name is whole, all else is not. */
export async function removeCutFiles(folder: string): Promise<void> {
  const left = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const before = Date.now() - stillWrittenMs;
  for (const name of left.filter((name) => name.endsWith('.part'))) {
    const path = join(folder, name);
    // Another server process may be writing it at this moment.
    const written = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    if (written < before) await rm(path, { force: true });
  }
}

/** No upload takes longer to be written once it has arrived. */
const stillWrittenMs = 60_000;

/** Tried plainly first: on a read-only disk only that says so. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return mkdir(folder, { recursive: true, mode: 0o700 });
    if (error.code !== 'EEXIST') throw error;
  });
}

async function writeWhole(path: string, content: Uint8Array | Readable): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeFile(file, content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The rename itself is on disk only when the folder is; Windows neither needs nor allows it. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
