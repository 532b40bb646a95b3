import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Keeps bytes under a key that it makes up; a key says nothing about what it holds. */
export interface FileStore {
  put(bytes: Uint8Array): Promise<string>;
  /** Undefined when there is no such file. */
  get(key: string): Promise<Buffer | undefined>;
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
  return {
    async put(bytes) {
      const id = randomUUID();
      const key = `${id.slice(0, 2)}/${id}`;
      const within = join(folder, id.slice(0, 2));
      await mkdir(within, { recursive: true, mode: 0o700 });
      const place = placeOf(key);
      const file = await open(`${place}.part`, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${place}.part`, place);
      await flushFolder(within);
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
    async remove(key) {
      await rm(placeOf(key), { force: true });
    },
  };
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
