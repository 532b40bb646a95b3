import { join, resolve } from 'node:path';
import {
  type AuditKey,
  auditKeyFrom,
  type Cluster,
  type Database,
  defaultDataDir,
  openDatabase,
  startCluster,
} from '../postgres/index.ts';

/** Where an installation keeps its data, as its configuration says. */
export interface StorageOptions {
  /** The folder of the installation; its default data folder is found from it. */
  readonly checkout: string;
  readonly dataDir?: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly databaseAdminUrl?: string | undefined;
  readonly connections?: number | undefined;
  readonly log?: ((message: string) => void) | undefined;
}

/** The opened database with what lies beside it in the data folder. */
export interface Storage {
  readonly dataDir: string;
  readonly database: Database;
  readonly auditKey: AuditKey;
  /** What is used, in words. */
  readonly engine: string;
  close(): Promise<void>;
}

/** Opens the data folder and the database: the embedded one, which is started when it does not run, or the server of `databaseUrl`. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { checkout, databaseUrl, databaseAdminUrl: adminUrl, connections = 20, log = () => undefined } = options;
  const dataDir = options.dataDir === undefined ? defaultDataDir(checkout) : resolve(options.dataDir);
  const auditKey = auditKeyFrom(join(dataDir, 'audit.key'));
  if (databaseUrl !== undefined) {
    const database = await openDatabase({ databaseUrl, adminUrl, connections });
    return {
      dataDir,
      database,
      auditKey,
      engine: 'the PostgreSQL server of DATABASE_URL',
      close: () => database.close(),
    };
  }
  const cluster = await startCluster({ dataDir, log });
  try {
    const database = await openDatabase({ databaseUrl: cluster.adminUrl, database: 'carrara', connections });
    const engine = `the embedded PostgreSQL in ${cluster.home}`;
    return { dataDir, database, auditKey, engine, close: () => closeBoth(database, cluster) };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function closeBoth(database: Database, cluster: Cluster): Promise<void> {
  await database.close();
  await cluster.stop();
}
