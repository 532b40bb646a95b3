import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { clusterAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clusterEndpoint } from './endpoint.ts';
import { Lease } from './lease.ts';
import { prepareDataDirectory } from './clusterLocation.ts';
import {
  requestStop,
  createCluster,
  isStoppedByFullDisk,
  forgetDeadPostmaster,
  lastLog,
  refuseOtherMajor,
  runningPid,
  spawnPostmaster,
} from './postmaster.ts';

export interface ClusterOptions {
  /** Folder of the product's data. It contains the cluster, or a `postgres.location` with its path. */
  readonly dataDir: string;
  /** Folder of other PostgreSQL programs (15 or newer) to use instead of those installed with the product. */
  readonly binDir?: string;
  /** Further server settings, such as `fsync` for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Defaults to a socket, or to loopback on Windows. */
  readonly transport?: 'socket' | 'loopback';
  readonly log?: (message: string) => void;
}

export interface Cluster {
  /** The administrator's URL of the database `postgres`. */
  readonly adminUrl: string;
  /** Folder of PostgreSQL's files. */
  readonly home: string;
  /** True if the server was already running, left by a killed process or shared with another. */
  readonly adopted: boolean;
  /** Returns the process id of the running server. */
  pid(): number | undefined;
  /** Returns why the server doesn't respond at the moment. Undefined while it does. */
  away(): string | undefined;
  /** Releases the cluster. The last process that uses it stops it. */
  stop(): Promise<void>;
}

const fixedSettings = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  // For our queries, JIT compilation costs more than it saves.
  jit: 'off',
  // After an import, statistics are refreshed soon. Until then, lists are planned for empty tables.
  autovacuum_naptime: '5s',
  work_mem: '16MB',
  shared_buffers: '256MB',
  max_connections: '200',
};
/**
 * A server that was just killed needs a second or two until its last process is gone. Crash recovery may take longer.
 */
const patienceMs = 60_000;
/** Time that a server may take to start while this process stops. */
const stopPatienceMs = 5_000;
/** Longest pause between attempts to restart a server that keeps failing. */
const longestPauseMs = 5_000;

/**
 * Runs the embedded PostgreSQL of a data folder: creates the cluster at the first start, adopts a running server, and
 * starts it otherwise.
 *
 * The server is a separate process. It survives this one, all processes that use the folder share it, and it is
 * restarted whenever it dies. For root it runs as `carrara` or `nobody`, because PostgreSQL refuses to run as root.
 *
 * Fails: throws with instructions if the programs are missing, the data was created by another major version, or the
 * server doesn't respond within a minute. The message then ends with the last lines of its log.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const account = clusterAccount();
  const location = prepareDataDirectory(options.dataDir, account);
  const binaries = findBinaries(location.home, account, options.binDir);
  createCluster(location, binaries, account);
  refuseOtherMajor(location, binaries);
  const endpoint = await clusterEndpoint(
    location,
    options.transport ?? (process.platform === 'win32' ? 'loopback' : 'socket'),
  );
  const settings = { ...fixedSettings, ...options.settings, ...endpoint.settings };
  const server = serverProcess({ location, binaries, account, settings, log: options.log });

  let stopping = false;
  let lease: Lease | undefined;
  let away: string | undefined;
  let returning: Promise<void> | undefined;
  let cause: unknown;

  const onTrouble = (error: unknown) => {
    cause = error;
  };
  const running = (mayContinue: (waitedMs: number) => boolean) =>
    acquireLease({ acquire: () => Lease.acquire(endpoint.adminUrl, onLost), server, mayContinue, onTrouble });

  function onLost(): void {
    if (stopping) return;
    away = 'PostgreSQL stopped and is being restarted';
    options.log?.(`${away}.`);
    returning = running(() => !stopping).then((renewed) => {
      lease = renewed;
      away = undefined;
      if (!stopping) options.log?.('PostgreSQL is back.');
    });
  }

  /** Stops the server if nobody else uses it. */
  async function letGo(claim: Lease | undefined): Promise<void> {
    const last = await claim?.release().catch(() => false);
    if (last) await server.stop();
    await claim?.close();
  }

  /** Claims a server that is still starting. Undefined once no server is left. */
  async function claimOfStarting(): Promise<Lease | undefined> {
    for (const since = Date.now(); server.isStillRunning() && Date.now() - since < stopPatienceMs; await pause(30)) {
      const claim = await Lease.acquire(endpoint.adminUrl, onLost).catch(() => undefined);
      if (claim) return claim;
    }
    return undefined;
  }

  lease = await running((waitedMs) => waitedMs < patienceMs);
  if (!lease) {
    // Stops a server that this process started but can't use. A server of another process is left alone.
    if (!server.isAdopted()) await server.stop();
    throw new Error(`PostgreSQL in ${location.data} doesn’t respond.\n${lastLog(location)}`, { cause });
  }
  return {
    adminUrl: endpoint.adminUrl,
    home: location.home,
    adopted: server.isAdopted(),
    pid: () => runningPid(location),
    away: () => away && (isStoppedByFullDisk(location) ? `${away}: its disk is full` : away),
    async stop() {
      if (stopping) return;
      stopping = true;
      const wasLost = returning !== undefined;
      await returning;
      if (wasLost) lease ??= await claimOfStarting();
      await letGo(lease);
    },
  };
}

interface AcquireOptions {
  readonly acquire: () => Promise<Lease>;
  readonly server: Pick<ReturnType<typeof serverProcess>, 'startIfStopped'>;
  readonly mayContinue: (waitedMs: number) => boolean;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Tries until the server responds or the caller gives up, and starts the server whenever it is gone. Undefined if
 * given up.
 */
async function acquireLease({ acquire, server, mayContinue, onTrouble }: AcquireOptions): Promise<Lease | undefined> {
  const since = Date.now();
  for (let attempt = 0; mayContinue(Date.now() - since); attempt += 1) {
    try {
      return await acquire();
    } catch (error) {
      onTrouble(error);
    }
    try {
      server.startIfStopped();
    } catch (error) {
      // For example, a full disk keeps its log from being written.
      onTrouble(error);
    }
    // A start takes a tenth of a second. If it keeps failing, as on a full disk, the pauses get longer.
    await pause(attempt < 100 ? 30 : Math.min(100 * 1.2 ** (attempt - 100), longestPauseMs));
  }
  return undefined;
}

interface ServerOptions {
  readonly log: ClusterOptions['log'] | undefined;
  readonly location: ReturnType<typeof prepareDataDirectory>;
  readonly binaries: ReturnType<typeof findBinaries>;
  readonly account: ReturnType<typeof clusterAccount>;
  readonly settings: Readonly<Record<string, string>>;
}

/** The server's process, which another process may have started. */
function serverProcess({ location, binaries, account, settings, log }: ServerOptions) {
  let isAdopted = true;
  let child: ChildProcess | undefined;
  return {
    /** True if this process hasn't started the server. */
    isAdopted: () => isAdopted,
    isStillRunning: () => runningPid(location) !== undefined || (child?.exitCode === null && child.signalCode === null),
    startIfStopped(): void {
      const hasExited = !child || child.exitCode !== null || child.signalCode !== null;
      if (!hasExited || runningPid(location) !== undefined) return;
      forgetDeadPostmaster(location);
      isAdopted = false;
      const spawned = spawnPostmaster(location, binaries, account, settings);
      child = spawned;
      spawned.on('error', (error) => {
        log?.(`PostgreSQL can’t be run: ${error.message}`);
        if (child === spawned) child = undefined;
      });
    },
    async stop(): Promise<void> {
      const pid = runningPid(location);
      requestStop(location, binaries);
      for (let waited = 0; pid !== undefined && runningPid(location) === pid && waited < 10_000; waited += 20)
        await pause(20);
    },
  };
}

/** Stops the server of a data folder that a killed process left running, unless another process uses it. */
export async function stopOrphanedCluster(dataDir: string): Promise<void> {
  if (runningPid(prepareDataDirectory(dataDir, clusterAccount())) === undefined) return;
  const cluster = await startCluster({ dataDir });
  await cluster.stop();
}
