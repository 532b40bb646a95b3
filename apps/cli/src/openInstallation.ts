import { fileURLToPath } from 'node:url';
import { openStorage, type Storage, type StorageOptions } from '@carrara/adapters/storage';

/** Where the data of this installation are for a command: in --data, DATA_DIR or DATABASE_URL, else in the default folder. */
export function storageOptions(dataDir: string | undefined): StorageOptions {
  const { DATA_DIR, DATABASE_URL, DATABASE_ADMIN_URL } = process.env;
  return {
    checkout: fileURLToPath(new URL('../../..', import.meta.url)),
    dataDir: dataDir ?? DATA_DIR,
    databaseUrl: DATABASE_URL,
    databaseAdminUrl: DATABASE_ADMIN_URL,
    connections: 4,
  };
}

/** Opens the data of this installation for a command. */
export const openInstallation = (
  dataDir: string | undefined,
  how: Pick<StorageOptions, 'toVerify'> = {},
): Promise<Storage> => openStorage({ ...storageOptions(dataDir), ...how });
