import { fileURLToPath } from 'node:url';
import { openStorage, type Storage } from '@carrara/adapters/storage';

/** Opens the data of this installation for a command: that of --data, DATA_DIR or DATABASE_URL, else the default folder. */
export function openInstallation(dataDir: string | undefined): Promise<Storage> {
  const { DATA_DIR, DATABASE_URL, DATABASE_ADMIN_URL } = process.env;
  return openStorage({
    checkout: fileURLToPath(new URL('../../..', import.meta.url)),
    dataDir: dataDir ?? DATA_DIR,
    databaseUrl: DATABASE_URL,
    databaseAdminUrl: DATABASE_ADMIN_URL,
    connections: 4,
  });
}
