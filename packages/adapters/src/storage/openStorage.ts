import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type FileStore, type FilesOptions, openFiles } from '../files/index.ts';
import { ensureDatabase, urlWith } from '../postgres/engine/database/index.ts';
import {
  type AuditKey,
  type Database,
  defaultDataDir,
  installedKey,
  openDatabase,
  OtherKey,
  readAuditKey,
  startCluster,
} from '../postgres/index.ts';
import { refuseUnfinishedRestore } from './unfinishedRestore.ts';

/** Where an installation keeps its data, as its configuration says. */
export interface StorageOptions {
  /** The folder of the installation; its default data folder is found from it. */
  readonly checkout: string;
  readonly dataDir?: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly databaseAdminUrl?: string | undefined;
  readonly connections?: number | undefined;
  /** Where the stored files are; in the data folder if not given. */
  readonly files?: FilesOptions | undefined;
  readonly log?: ((message: string) => void) | undefined;
  /** To look at it and change nothing: it is opened also where the audit key is not that of its fingerprint, which `auditKeyTrouble` then says. */
  readonly toVerify?: boolean | undefined;
}

/** The opened database with what lies beside it. */
export interface Storage {
  readonly dataDir: string;
  readonly database: Database;
  readonly auditKey: AuditKey;
  readonly files: FileStore;
  /** That the audit key and what the database knows it by do not belong together; only where it was opened `toVerify`. */
  readonly auditKeyTrouble?: string | undefined;
  /** What is used, in words. */
  readonly engine: string;
  /** Why the embedded database is away, while it is. */
  away(): string | undefined;
  close(): Promise<void>;
}

/** The server of an installation's database, reached and not yet looked into. */
export interface ReachedDatabase {
  readonly dataDir: string;
  /** The owner's login to the database itself. */
  readonly adminUrl: string;
  /** What is used, in words. */
  readonly engine: string;
  /** Why the embedded database is away, while it is. */
  away(): string | undefined;
  close(): Promise<void>;
}

/** Where the data of these options lie. */
export const dataDirOf = ({ checkout, dataDir }: StorageOptions): string =>
  dataDir === undefined ? defaultDataDir(checkout) : resolve(dataDir);

/** Reaches the server of the database without changing what is in it: the embedded one, which is started when it does not run, or that of `databaseUrl`. */
export async function reachDatabase(options: StorageOptions): Promise<ReachedDatabase> {
  const dataDir = dataDirOf(options);
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

const embeddedDatabase = 'carrara';
/** Statements under way may end before the server is stopped. */
const patienceMs = 1_000;

/**
 * Opens the data folder and the database, and brings the schema up to date.
 *
 * Fails: throws with a sentence when the folder holds a restore that was not finished, the database cannot be opened, or the
 * audit key is missing or another one.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  refuseUnfinishedRestore(dataDirOf(options));
  const { dataDir, adminUrl, engine, away, close } = await reachDatabase(options);
  try {
    const { databaseUrl = adminUrl, databaseAdminUrl, connections = 20 } = options;
    const database = await openDatabase({ databaseUrl, adminUrl: databaseAdminUrl, connections });
    const key = await keyOf(dataDir, database, options.toVerify);
    return {
      dataDir,
      database,
      ...key,
      files: openFiles(options.files ?? {}, dataDir),
      engine,
      away,
      async close() {
        // A statement that hangs must not keep the server from being stopped, which ends it.
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
    return { auditKey: await installedKey(file, database.worker) };
  } catch (error) {
    if (toVerify && error instanceof OtherKey) {
      const auditKeyTrouble = `The audit key ${file} and the fingerprint of it in the database do not belong together: one of them was changed or replaced.`;
      return { auditKey: readAuditKey(file), auditKeyTrouble };
    }
    await database.close();
    throw error;
  }
}
