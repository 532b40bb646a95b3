import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.carrara-installed');
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/**
 * Installs the locked packages when they are not those of package-lock.json. A `prestart` script would be skipped by
 * `--ignore-scripts`, so this runs first in `npm start` and `npm test` and loads nothing from node_modules itself.
 */
export function ensureInstalled() {
  const wanted = lockHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
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
