import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FilesOptions } from '@carrara/adapters/files/openFiles';
import { openStorage, type Storage, type StorageOptions } from '@carrara/adapters/storage/openStorage';
import { CommandStop } from './run/commandStop.ts';

/**
 * The settings of the installation, as its server reads them: from the environment, otherwise from the file in CARRARA_CONFIG.
 *
 * Fails: a stop with a sentence, if the file doesn't exist or isn't a JSON object.
 */
function installed(): Readonly<Record<string, string | undefined>> {
  const { CARRARA_CONFIG: file } = process.env;
  if (!file) return process.env;
  let cause: unknown;
  try {
    cause = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandStop(
      'misused',
      `the file named in CARRARA_CONFIG, ${file}, can’t be read: ${(error as Error).message}`,
    );
  }
  if (cause === null || typeof cause !== 'object' || Array.isArray(cause))
    throw new CommandStop('misused', `the file named in CARRARA_CONFIG, ${file}, must contain one JSON object.`);
  const settings: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(cause)) settings[name] = value === null ? undefined : String(value);
  for (const [name, value] of Object.entries(process.env)) if (value !== '') settings[name] = value;
  return settings;
}

/** The keys of a bucket; none if the machine itself has access. */
export function s3Keys(prefix: string): FilesOptions['keys'] {
  const { [`${prefix}S3_ACCESS_KEY_ID`]: accessKeyId, [`${prefix}S3_SECRET_ACCESS_KEY`]: secretAccessKey } =
    installed();
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
}

/** The location of this installation's data for a command: in --data, DATA_DIR or DATABASE_URL, else in the default folder. */
export function storageOptions(dataDir: string | undefined): StorageOptions {
  const { DATA_DIR, DATABASE_URL, DATABASE_ADMIN_URL, FILES_URL } = installed();
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
 * Fails: a stop with the sentence of `openStorage`, if it can't be opened.
 */
export async function runInInstallation<T>(
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
