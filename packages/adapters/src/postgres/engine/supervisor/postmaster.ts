import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { type Binaries, programEnvironment } from './binaries.ts';
import type { ClusterLocation } from './clusterLocation.ts';

/** Returns the process id in the postmaster's lock file if that process is still running. */
export function runningPid(location: ClusterLocation): number | undefined {
  const { pid } = lockFile(location);
  return pid !== undefined && answers(pid) && !isUncollected(pid) ? pid : undefined;
}

function lockFile(location: ClusterLocation): { readonly text: string; readonly pid: number | undefined } {
  try {
    const text = readFileSync(join(location.data, 'postmaster.pid'), 'utf8');
    const pid = Number(text.split('\n')[0]);
    return { text, pid: Number.isInteger(pid) && pid > 0 ? pid : undefined };
  } catch {
    return { text: '', pid: undefined };
  }
}

/** Larger than any process id. */
const noPid = 4_194_304;

/**
 * Removes a dead process id from PostgreSQL's lock file. PostgreSQL refuses to start while the file names a process
 * that responds to signals. A killed server does until its parent reaps it, which the first process of a container may
 * never do. The rest of the file stays, because it names the shared memory that has to be free first.
 */
export function forgetDeadPostmaster(location: ClusterLocation): void {
  const { text, pid } = lockFile(location);
  if (pid === undefined || !isUncollected(pid) || lockFile(location).text !== text) return;
  const [, ...rest] = text.split('\n');
  writeFileSync(join(location.data, 'postmaster.pid'), [String(noPid), ...rest].join('\n'));
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True for a zombie: a process that has ended but wasn't reaped by its parent still responds to signals. */
function isUncollected(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Creates the cluster's files under a temporary name first, so that an interrupted start leaves no partial cluster. */
export function createCluster(location: ClusterLocation, binaries: Binaries, account: Account): void {
  if (existsSync(join(location.data, 'PG_VERSION'))) return;
  const temporary = `${location.data}.${process.pid}`;
  const passwordFile = `${temporary}.password`;
  rmSync(temporary, { recursive: true, force: true });
  writeFileSync(passwordFile, location.password, { mode: 0o600 });
  account.own(passwordFile);
  // The built-in provider sorts and converts case in the same way on every machine. Older servers depend on the system.
  const locale =
    binaries.major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8'];
  const run = spawnSync(
    binaries.initdb,
    [
      '-D',
      temporary,
      '-U',
      'postgres',
      '-E',
      'UTF8',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--data-checksums',
      ...locale,
    ],
    { encoding: 'utf8', ...account.ids, cwd: location.home, env: programEnvironment },
  );
  rmSync(passwordFile, { force: true });
  if (run.status !== 0) {
    rmSync(temporary, { recursive: true, force: true });
    throw new Error(
      `PostgreSQL couldn’t create its data folder ${location.data}: ${run.stderr || run.error?.message || 'unknown'}`,
    );
  }
  try {
    renameSync(temporary, location.data);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    // Another process that started at the same time was faster.
    if (!existsSync(join(location.data, 'PG_VERSION'))) throw error;
  }
}

export function refuseOtherMajor(location: ClusterLocation, binaries: Binaries): void {
  const major = Number(readFileSync(join(location.data, 'PG_VERSION'), 'utf8').trim());
  if (major !== binaries.major) {
    throw new Error(
      `The data in ${location.data} was created by PostgreSQL ${major}, but the installed programs are PostgreSQL ${binaries.major}.`,
    );
  }
}

/** Starts the server as a separate process, which survives this one. */
export function spawnPostmaster(
  location: ClusterLocation,
  binaries: Binaries,
  account: Account,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const grown = existsSync(location.log) && statSync(location.log).size > 10_000_000;
  const log = openSync(location.log, grown ? 'w' : 'a', 0o600);
  try {
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(binaries.postgres, ['-D', location.data, ...options], {
      ...account.ids,
      cwd: location.home,
      detached: true,
      stdio: ['ignore', log, log],
      env: programEnvironment,
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/** Asks the server to end its sessions and stop. SIGINT is PostgreSQL's fast shutdown; Windows has no signals. */
export function requestStop(location: ClusterLocation, binaries: Binaries): void {
  const pid = runningPid(location);
  if (pid === undefined) return;
  if (process.platform === 'win32')
    spawnSync(binaries.pgCtl, ['stop', '-D', location.data, '-m', 'fast', '-W'], { env: programEnvironment });
  else process.kill(pid, 'SIGINT');
}

/** True if the server ended because the disk was full, according to its last log lines. */
export const isStoppedByFullDisk = (location: ClusterLocation): boolean =>
  /No space left on device/.test(lastLog(location));

export const lastLog = (location: ClusterLocation): string => {
  try {
    return readFileSync(location.log, 'utf8').split('\n').slice(-8).join('\n').trim();
  } catch {
    return '';
  }
};
