import { mkdir, open, opendir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { fileDigest, type FileStore, isFileKey, newKey, ownKey, type StoredBytes } from './fileStore.ts';

/** Size of the trial file. It is large enough to notice a full disk. */
const trialBytes = Buffer.alloc(65_536);

/**
 * Stores files in a folder of this machine. A file is written under a temporary name, flushed and renamed before its
 * key is returned. A transaction that rolls back can leave an unused file, but a record never lacks its file.
 */
export function createDiskFiles(folder: string): FileStore {
  const pathOf = (key: string): string => join(folder, ownKey(key));
  const store = async (key: string, content: Uint8Array | Readable): Promise<void> => {
    const filePath = pathOf(key);
    await createFolder(dirname(filePath));
    try {
      await writeWhole(`${filePath}.part`, content);
      await rename(`${filePath}.part`, filePath);
      await flushFolder(dirname(filePath));
    } catch (error) {
      // Removes the partial file, so that a full disk doesn't fill up further.
      await rm(`${filePath}.part`, { force: true }).catch(() => undefined);
      throw error;
    }
  };
  /** Reads the file of a key. A malformed key has no file, so it can't lead out of the folder. */
  const read = async <T>(key: string, from: (filePath: string) => Promise<T>): Promise<T | undefined> =>
    isFileKey(key) ? ifThere(from(pathOf(key))) : undefined;
  const openStored = async (key: string): Promise<StoredBytes | undefined> => {
    const file = await read(key, (filePath) => open(filePath));
    if (!file) return undefined;
    const found = await file.stat();
    if (!found.isFile()) {
      await file.close();
      return undefined;
    }
    // The stream closes the file when it ends.
    return { sizeBytes: found.size, content: file.createReadStream() };
  };
  return {
    location: folder,
    async put(tenantId, content) {
      const key = newKey(tenantId);
      await store(key, content);
      return key;
    },
    store,
    get: (key) => read(key, (filePath) => readFile(filePath)),
    open: openStored,
    async digest(key) {
      const stored = await openStored(key);
      return stored && fileDigest(stored);
    },
    has: async (key) => (await read(key, (filePath) => stat(filePath)))?.isFile() === true,
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async isEmpty() {
      const entries = (await ifThere(opendir(folder, { recursive: true }))) ?? [];
      for await (const entry of entries) if (!entry.isDirectory()) return false;
      return true;
    },
    async *list() {
      for await (const entry of (await ifThere(opendir(folder, { recursive: true }))) ?? []) {
        const path = join(entry.parentPath, entry.name);
        const key = relative(folder, path).replaceAll(sep, '/');
        const found = entry.isFile() && isFileKey(key) ? await ifThere(stat(path)) : undefined;
        if (found) yield { key, storedAt: found.mtime };
      }
    },
    async ready() {
      const trial = join(folder, `trial-${process.pid}.part`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(trial, trialBytes, { mode: 0o600 });
      } finally {
        await rm(trial, { force: true }).catch(() => undefined);
      }
    },
    removeCut: () => removeCutFiles(folder),
  };
}

/** Removes partly written files. Only complete files have a final name. */
async function removeCutFiles(folder: string): Promise<void> {
  const names = (await ifThere(readdir(folder, { recursive: true }))) ?? [];
  const before = Date.now() - stillWrittenMs;
  for (const name of names.filter((name) => name.endsWith('.part'))) {
    const path = join(folder, name);
    // Another server process may still be writing a recent one.
    const written = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    if (written < before) await rm(path, { force: true });
  }
}

/** Writing an upload to disk never takes longer than this once it has arrived. */
const stillWrittenMs = 60_000;

/** Returns undefined if the file or folder doesn't exist, or a folder is where the file would be. */
const ifThere = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined;
    throw error;
  });

/** Creates the folder, first without `recursive`: only that call reports a read-only disk as such. */
async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return mkdir(folder, { recursive: true, mode: 0o700 });
    if (error.code !== 'EEXIST') throw error;
  });
}

async function writeWhole(path: string, content: Uint8Array | Readable): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await writeFile(file, content);
    await file.sync();
  } finally {
    await file.close();
  }
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
