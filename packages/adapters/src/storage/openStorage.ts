import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FileStore } from '../files/fileStore.ts';
import { type FilesOptions, openFiles } from '../files/openFiles.ts';
import { ensureDatabase } from '../postgres/engine/database/logins.ts';
import { urlWith } from '../postgres/engine/database/urls.ts';
import { type AuditKey, readAuditKey } from '../postgres/engine/journal/auditKey.ts';
import { type Database, openDatabase } from '../postgres/engine/database/openDatabase.ts';
import { defaultDataDir } from '../postgres/engine/supervisor/clusterLocation.ts';
import { installedKey, OtherKey } from '../postgres/engine/journal/installedKey.ts';
import { startCluster, stopOrphanedCluster } from '../postgres/engine/supervisor/startCluster.ts';
import { refuseUnfinishedRestore } from './unfinishedRestore.ts';

/** Locations of an installation's data, as configured. */
export interface StorageOptions {
  /** Folder of the installation, from which the default data folder is derived. */
  readonly checkout: string;
  readonly dataDir?: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly databaseAdminUrl?: string | undefined;
  readonly connections?: number | undefined;
  /** Location of the stored files. Defaults to the data folder. */
  readonly files?: FilesOptions | undefined;
  readonly log?: ((message: string) => void) | undefined;
  /**
   * True to open the installation for verification only, which changes nothing. It then opens even if the audit key
   * doesn't match its fingerprint, and `auditKeyTrouble` reports that.
   */
  readonly toVerify?: boolean | undefined;
}

/** An open database with its files and audit key. */
export interface Storage {
  readonly dataDir: string;
  readonly database: Database;
  readonly auditKey: AuditKey;
  readonly files: FileStore;
  /** Set if the audit key doesn't match the fingerprint in the database. Only with `toVerify`. */
  readonly auditKeyTrouble?: string | undefined;
  /** Description of the database engine. */
  readonly engine: string;
  /** Returns why the embedded database is unavailable, while it is. */
  away(): string | undefined;
  close(): Promise<void>;
}

/** The server of an installation's database, connected but not opened yet. */
export interface ReachedDatabase {
  readonly dataDir: string;
  /** Connection URL of the database owner. */
  readonly adminUrl: string;
  /** Description of the database engine. */
  readonly engine: string;
  /** Returns why the embedded database is unavailable, while it is. */
  away(): string | undefined;
  close(): Promise<void>;
}

/** Returns the data folder for these options. */
export const dataDirectory = ({ checkout, dataDir }: StorageOptions): string =>
  dataDir === undefined ? defaultDataDir(checkout) : resolve(dataDir);

/**
 * Connects to the database server without changing the database: the embedded one, which is started if needed, or that
 * of `databaseUrl`.
 */
export async function reachDatabase(options: StorageOptions): Promise<ReachedDatabase> {
  const dataDir = dataDirectory(options);
  if (options.databaseUrl !== undefined) {
    const adminUrl = options.databaseAdminUrl ?? options.databaseUrl;
    return {
      dataDir,
      adminUrl,
      engine: 'the PostgreSQL server of DATABASE_URL',
      away: () => undefined,
      close: async () => undefined,
    };
  }
  const cluster = await startCluster({ dataDir, ...(options.log ? { log: options.log } : {}) });
  const engine = `the embedded PostgreSQL in ${cluster.home}`;
  try {
    await ensureDatabase(cluster.adminUrl, embeddedDatabase);
    const adminUrl = urlWith(cluster.adminUrl, { database: embeddedDatabase });
    return { dataDir, adminUrl, engine, away: () => cluster.away(), close: () => cluster.stop() };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Stops the embedded database that a killed server left running, unless another process uses it. */
export async function stopOrphanedDatabase(options: StorageOptions): Promise<void> {
  if (options.databaseUrl === undefined) await stopOrphanedCluster(dataDirectory(options));
}

const embeddedDatabase = 'carrara';
/** Time that running statements have to finish before the server stops. */
const patienceMs = 1_000;

/**
 * Opens the data folder and the database, and migrates the schema unless `toVerify` is set.
 *
 * Fails: throws with a sentence if the folder contains an unfinished restore, the database can't be opened, or the
 * audit key is missing or wrong.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  refuseUnfinishedRestore(dataDirectory(options));
  const { dataDir, adminUrl, engine, away, close } = await reachDatabase(options);
  try {
    const { databaseUrl = adminUrl, databaseAdminUrl, connections = 20, toVerify } = options;
    const database = await openDatabase({ databaseUrl, adminUrl: databaseAdminUrl, connections, toVerify });
    const key = await keyOf(dataDir, database, toVerify);
    return {
      dataDir,
      database,
      ...key,
      files: openFiles(options.files ?? {}, dataDir),
      engine,
      away,
      async close() {
        // A hanging statement must not block the shutdown of the server, which ends the statement.
        await Promise.race([database.close(), pause(patienceMs, undefined, { ref: false })]);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function keyOf(
  dataDir: string,
  database: Database,
  toVerify = false,
): Promise<Pick<Storage, 'auditKey' | 'auditKeyTrouble'>> {
  const file = join(dataDir, 'audit.key');
  try {
    return { auditKey: await installedKey(file, database.worker, { toVerify }) };
  } catch (error) {
    if (toVerify && error instanceof OtherKey) {
      const auditKeyTrouble = `The audit key ${file} doesn’t match its fingerprint in the database. One of them was changed or replaced.`;
      return { auditKey: readAuditKey(file), auditKeyTrouble };
    }
    await database.close();
    throw error;
  }
}
