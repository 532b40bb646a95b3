import { rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { CommandStop } from '../run/commandStop.ts';
import { fileTrouble } from '../run/saveFile.ts';

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

const lockName = '.carrara-batch.lock';

/**
 * Locks the folder for one run. The lock of a killed run is taken over.
 *
 * Fails: a stop, if another run has the lock or the folder isn’t writable.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const lockFile = join(folder, lockName);
  const own: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  for (;;) {
    try {
      await writeFile(lockFile, JSON.stringify(own), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw fileTrouble(lockFile, error);
      const holder = await holderOf(lockFile);
      if (holder && !hasEnded(holder)) {
        const { pid, host, since } = holder;
        throw new CommandStop(
          'notWritten',
          `Another run (process ${pid} on ${host}, since ${since}) is writing to ${folder}. Wait until it ends. If it is no longer running, delete ${lockFile}.`,
        );
      }
      await rm(lockFile, { force: true });
    }
  }
  const release = () => rmSync(lockFile, { force: true });
  process.once('exit', release);
  return async () => {
    process.off('exit', release);
    await rm(lockFile, { force: true });
  };
}

async function holderOf(lockFile: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(lockFile, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** True if the process of a lock has ended. This is only known for processes of this machine. */
function hasEnded({ pid, host }: Holder): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
