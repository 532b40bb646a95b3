import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clusterAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clusterEndpoint } from './endpoint.ts';
import { Lease } from './lease.ts';
import { preparePlace } from './place.ts';
import { askToStop, createCluster, lastLog, refuseOtherMajor, runningPid, spawnPostmaster } from './postmaster.ts';

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
const staleMs = 10_000;

/**
 * Runs the embedded PostgreSQL of a data folder: makes it at the first start, adopts one that is running, starts it otherwise.
 *
 * The server is a process of its own: it goes on when this one is killed, is shared by all processes that use the folder, and is started
 * again when it dies. As root it runs as `nobody`, which PostgreSQL insists on.
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

  async function ensureRunning(): Promise<Lease> {
    const start = Date.now();
    let child: ChildProcess | undefined;
    let failure: unknown;
    while (Date.now() - start < patienceMs) {
      try {
        return await Lease.take(endpoint.adminUrl, onLost);
      } catch (error) {
        failure = error;
      }
      const gone = !child || child.exitCode !== null || child.signalCode !== null;
      if (gone && runningPid(place) === undefined) {
        // PostgreSQL refuses while the file names a process that exists, a dead one that nobody collects included.
        if (Date.now() - start > staleMs) rmSync(join(place.data, 'postmaster.pid'), { force: true });
        adopted = false;
        child = spawnPostmaster(place, binaries, account, settings);
        child.on('error', (error) => {
          failure = error;
        });
      }
      await pause(child && !gone ? 15 : 100);
    }
    throw new Error(`PostgreSQL in ${place.data} does not answer.\n${lastLog(place)}`, { cause: failure });
  }

  function onLost(): void {
    if (stopping) return;
    options.log?.('PostgreSQL went away: starting it again');
    ensureRunning().then(
      (renewed) => {
        lease = renewed;
        if (stopping) void renewed.close();
      },
      (error: unknown) => options.log?.(String(error)),
    );
  }

  lease = await ensureRunning();
  return {
    adminUrl: endpoint.adminUrl,
    home: place.home,
    adopted,
    pid: () => runningPid(place),
    async stop() {
      if (stopping) return;
      stopping = true;
      const last = await lease?.release().catch(() => false);
      if (last) {
        const pid = runningPid(place);
        askToStop(place, binaries);
        for (let waited = 0; pid !== undefined && runningPid(place) === pid && waited < 10_000; waited += 20)
          await pause(20);
      }
      await lease?.close();
    },
  };
}
