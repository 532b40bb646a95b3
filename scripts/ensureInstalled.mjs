import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oneAtATime } from './oneAtATime.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.carrara-installed');
const lock = join(root, 'package-lock.json');
/** The file that npm writes at the end of every install. */
const installed = join(root, 'node_modules', '.package-lock.json');
const lockHash = () => createHash('sha256').update(readFileSync(lock)).digest('hex');

/**
 * Installs the locked packages if they differ from package-lock.json. `--ignore-scripts` would skip a `prestart` script, so this runs first in `npm
 * start` and `npm test`. It loads nothing from node_modules itself.
 */
export function ensureInstalled() {
  const wanted = lockHash();
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (!isInstalled()) oneAtATime(() => isInstalled() || install(wanted));
}

function install(wanted) {
  // A manual `npm ci` is just as good. Installing again would remove packages that other processes are using.
  if (hasAll()) return writeFileSync(stamp, wanted);
  const npm = process.env.npm_execpath;
  if (!npm) throw new Error('Run this through npm: npm start or npm test.');
  process.stdout.write('Installing packages …\n');
  const { status } = spawnSync(process.execPath, [npm, 'ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`npm ci failed with exit code ${status}`);
  writeFileSync(stamp, wanted);
}

function hasAll() {
  if (!existsSync(installed)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const found = packagesOf(installed);
  return Object.entries(packagesOf(lock)).every(([path, { version, integrity, optional, devOptional }]) => {
    if (!path.includes('node_modules/')) return true;
    const own = found[path];
    // Packages for other systems are missing on purpose.
    return own ? own.version === version && own.integrity === integrity : optional || devOptional;
  });
}
