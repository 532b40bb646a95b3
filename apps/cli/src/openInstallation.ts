import { fileURLToPath } from 'node:url';
import type { FilesOptions } from '@carrara/adapters/files';
import { openStorage, type Storage, type StorageOptions } from '@carrara/adapters/storage';
import { CommandStop } from './run/commandStop.ts';

/** The keys of a bucket, as the environment has them; none where the machine itself opens it. */
export function s3Keys(prefix: string): FilesOptions['keys'] {
  const { [`${prefix}S3_ACCESS_KEY_ID`]: accessKeyId, [`${prefix}S3_SECRET_ACCESS_KEY`]: secretAccessKey } =
    process.env;
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
}

/** Where the data of this installation are for a command: in --data, DATA_DIR or DATABASE_URL, else in the default folder. */
export function storageOptions(dataDir: string | undefined): StorageOptions {
  const { DATA_DIR, DATABASE_URL, DATABASE_ADMIN_URL, FILES_URL } = process.env;
  return {
    checkout: fileURLToPath(new URL('../../..', import.meta.url)),
    dataDir: dataDir ?? DATA_DIR,
    databaseUrl: DATABASE_URL,
    databaseAdminUrl: DATABASE_ADMIN_URL,
    connections: 4,
    files: { url: FILES_URL, keys: s3Keys('') },
  };
}

/**
 * Does something with the data of this installation, and closes it.
 *
 * Fails: a stop with the sentence of `openStorage`, where it cannot be opened.
 */
export async function inInstallation<T>(
  dataDir: string | undefined,
  work: (storage: Storage) => Promise<T>,
  how: Pick<StorageOptions, 'toVerify'> = {},
): Promise<T> {
  const storage = await openStorage({ ...storageOptions(dataDir), ...how }).catch((error: unknown) => {
    throw new CommandStop('refused', error instanceof Error ? error.message : String(error));
  });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
