import {
  type AuditKey,
  auditKeyFrom,
  type Cluster,
  type Database,
  defaultDataDir,
  openDatabase,
  startCluster,
} from '@carrara/adapters/postgres';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Configuration } from './configuration.ts';

/** The folder of this installation, found from src as well as from dist. */
const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** The opened database with what lies beside it in the data folder. */
export interface Storage {
  readonly dataDir: string;
  readonly database: Database;
  readonly auditKey: AuditKey;
  /** What is used, for the start message. */
  readonly engine: string;
  close(): Promise<void>;
}

type StorageSettings = Pick<Configuration, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_ADMIN_URL' | 'DATABASE_POOL'>;

/** Opens the data folder and the database: the embedded one, which is started when it does not run, or the server of DATABASE_URL. */
export async function openStorage(settings: StorageSettings, log: (message: string) => void): Promise<Storage> {
  const dataDir = settings.DATA_DIR ?? defaultDataDir(checkout);
  const auditKey = auditKeyFrom(join(dataDir, 'audit.key'));
  const connections = settings.DATABASE_POOL;
  if (settings.DATABASE_URL !== undefined) {
    const database = await openDatabase({
      databaseUrl: settings.DATABASE_URL,
      adminUrl: settings.DATABASE_ADMIN_URL,
      connections,
    });
    return { dataDir, database, auditKey, engine: 'PostgreSQL server of DATABASE_URL', close: () => database.close() };
  }
  const cluster = await startCluster({ dataDir, log });
  try {
    const database = await openDatabase({ databaseUrl: cluster.adminUrl, database: 'carrara', connections });
    return {
      dataDir,
      database,
      auditKey,
      engine: `embedded PostgreSQL in ${cluster.home}`,
      close: () => closeBoth(database, cluster),
    };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function closeBoth(database: Database, cluster: Cluster): Promise<void> {
  await database.close();
  await cluster.stop();
}
