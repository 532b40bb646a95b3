import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { clusterAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clusterEndpoint } from './endpoint.ts';
import { Lease } from './lease.ts';
import { preparePlace } from './place.ts';
import {
  askToStop,
  createCluster,
  endedForWantOfSpace,
  forgetDeadPostmaster,
  lastLog,
  refuseOtherMajor,
  runningPid,
  spawnPostmaster,
} from './postmaster.ts';

export interface ClusterOptions {
  /** Folder of the product's data; the cluster lies in it, or where its `postgres.location` says. */
  readonly dataDir: string;
  /** Folder of another PostgreSQL's programs (15 or newer) instead of those installed with the product. */
  readonly binDir?: string;
  /** Further server settings, such as `fsync` for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Default: a socket, on Windows loopback. */
  readonly transport?: 'socket' | 'loopback';
  readonly log?: (message: string) => void;
}

export interface Cluster {
  /** The administrator's login to the database `postgres`. */
  readonly adminUrl: string;
  /** Where PostgreSQL keeps its files. */
  readonly home: string;
  /** Whether a server was found running, left by a process that was killed or shared with another. */
  readonly adopted: boolean;
  /** Process id of the running server. */
  pid(): number | undefined;
  /** Why the server does not answer at the moment; undefined while it does. */
  away(): string | undefined;
  /** Lets go of the cluster; the last process that uses it stops it. */
  stop(): Promise<void>;
}

const standing = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Compiling a query costs more than it saves on ours.
  jit: 'off',
  // After an import the tables are counted anew soon: until then lists are planned for empty ones.
  autovacuum_naptime: '5s',
  work_mem: '16MB',
  shared_buffers: '256MB',
  max_connections: '200',
};
/** A server killed a moment ago needs a second or two until its last process is gone; recovery after a crash may need more. */
const patienceMs = 60_000;
/** Between two attempts to bring back a server that keeps failing. */
const longestPauseMs = 5_000;

/**
 * Runs the embedded PostgreSQL of a data folder: makes it at the first start, adopts one that is running, starts it otherwise.
 *
 * The server is a process of its own: it goes on when this one is killed, is shared by all processes that use the folder, and is started
 * again when it dies, however long that takes. As root it runs as `carrara` or `nobody`: PostgreSQL insists on another.
 *
 * Fails: throws with a message that says what to do when the programs are missing, the data was made by another major version, or the
 * server does not answer within a minute (the message ends with the last lines of its log).
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const account = clusterAccount();
  const place = preparePlace(options.dataDir, account);
  const binaries = findBinaries(place.home, account, options.binDir);
  createCluster(place, binaries, account);
  refuseOtherMajor(place, binaries);
  const endpoint = await clusterEndpoint(
    place,
    options.transport ?? (process.platform === 'win32' ? 'loopback' : 'socket'),
  );
  const settings = { ...standing, ...options.settings, ...endpoint.settings };

  let stopping = false;
  let lease: Lease | undefined;
  let adopted = true;
  let child: ChildProcess | undefined;
  let away: string | undefined;
  let returning: Promise<void> | undefined;
  let cause: unknown;

  /** Starts the server when nobody runs it. */
  function spawnWhenGone(): void {
    const gone = !child || child.exitCode !== null || child.signalCode !== null;
    if (!gone || runningPid(place) !== undefined) return;
    forgetDeadPostmaster(place);
    adopted = false;
    const spawned = spawnPostmaster(place, binaries, account, settings);
    child = spawned;
    spawned.on('error', (error) => {
      options.log?.(`PostgreSQL cannot be run: ${error.message}`);
      if (child === spawned) child = undefined;
    });
  }

  /** Tries until the server answers or nobody wants it any more, and starts it whenever it is gone. Undefined when given up. */
  async function running(mayGoOn: (waitedMs: number) => boolean): Promise<Lease | undefined> {
    const since = Date.now();
    for (let attempt = 0; mayGoOn(Date.now() - since); attempt += 1) {
      try {
        return await Lease.take(endpoint.adminUrl, onLost);
      } catch (error) {
        cause = error;
      }
      try {
        spawnWhenGone();
      } catch (error) {
        // Its log cannot be written, for instance, on a disk that is full.
        cause = error;
      }
      // A start takes a tenth of a second; where it keeps failing, as on a full disk, it is not tried all the time.
      await pause(attempt < 100 ? 30 : Math.min(100 * 1.2 ** (attempt - 100), longestPauseMs));
    }
    return undefined;
  }

  function onLost(): void {
    if (stopping) return;
    away = 'PostgreSQL went away and is being started again';
    options.log?.(`${away}.`);
    returning = running(() => !stopping).then((renewed) => {
      lease = renewed;
      away = undefined;
      if (!stopping) options.log?.('PostgreSQL is back.');
    });
  }

  /** Stops the server when nobody else uses it. */
  async function letGo(claim: Lease | undefined): Promise<void> {
    const last = await claim?.release().catch(() => false);
    if (last) await stopServer();
    await claim?.close();
  }

  async function stopServer(): Promise<void> {
    const pid = runningPid(place);
    askToStop(place, binaries);
    for (let waited = 0; pid !== undefined && runningPid(place) === pid && waited < 10_000; waited += 20)
      await pause(20);
  }

  lease = await running((waitedMs) => waitedMs < patienceMs);
  if (!lease) {
    // What we started and cannot use is not left behind; what another process runs is its own.
    if (!adopted) await stopServer();
    throw new Error(`PostgreSQL in ${place.data} does not answer.\n${lastLog(place)}`, { cause });
  }
  return {
    adminUrl: endpoint.adminUrl,
    home: place.home,
    adopted,
    pid: () => runningPid(place),
    away: () => away && (endedForWantOfSpace(place) ? `${away}: its disk is full` : away),
    async stop() {
      if (stopping) return;
      stopping = true;
      await returning;
      await letGo(lease);
    },
  };
}
