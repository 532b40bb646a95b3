import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withBuildLock } from './withBuildLock.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.carrara-installed');
const lock = join(root, 'package-lock.json');
/** The file that npm writes at the end of every install. */
const installed = join(root, 'node_modules', '.package-lock.json');
const lockHash = () => createHash('sha256').update(readFileSync(lock)).digest('hex');

/**
 * Installs the locked packages that are missing: those of the product, and with `tools` also those that only develop and test it. `--ignore-scripts`
 * would skip a `prestart` script, so this runs first in `npm start` and `npm test`. It loads nothing from node_modules itself.
 */
export function ensureInstalled({ tools }) {
  const hash = lockHash();
  const withTools = `${hash} with tools`;
  const isInstalled = () => {
    const found = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
    return found === withTools || (!tools && found === hash);
  };
  if (!isInstalled()) withBuildLock(() => isInstalled() || install(tools, tools ? withTools : hash));
}

function install(tools, expectedStamp) {
  // A manual `npm ci` is just as good. Installing again would remove packages that other processes are using.
  if (hasAll(tools)) return writeFileSync(stamp, expectedStamp);
  const npm = process.env.npm_execpath;
  if (!npm) throw new Error('Run this through npm: npm start or npm test.');
  process.stdout.write('Installing packages …\n');
  // Adding the tools to the product's packages leaves those in place, because a server may be running from them.
  const command = tools && hasAll(false) ? ['install', '--no-save'] : ['ci'];
  const kinds = tools ? '--include=dev' : '--omit=dev';
  const { status } = spawnSync(process.execPath, [npm, ...command, kinds, '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`npm ${command[0]} failed with exit code ${status}`);
  writeFileSync(stamp, expectedStamp);
}

function hasAll(tools) {
  if (!existsSync(installed)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const found = packagesOf(installed);
  return Object.entries(packagesOf(lock)).every(([path, { version, integrity, optional, dev, devOptional }]) => {
    if (!path.includes('node_modules/') || (dev && !tools)) return true;
    const own = found[path];
    // Packages for other systems are missing on purpose.
    return own ? own.version === version && own.integrity === integrity : optional || devOptional;
  });
}
