import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensureInstalled.mjs';
import { withBuildLock } from './withBuildLock.mjs';

/** The parts of a build, each with a file that it creates. */
const products = {
  server: 'apps/server/dist/main.js',
  cli: 'apps/cli/dist/main.js',
  web: 'apps/web/dist-web/index.html',
};
/** Folders with the input of a build. Tests and stories don't affect it. */
const sources = ['packages', 'apps'];
const skipped = new Set(['node_modules', 'dist', 'dist-web', 'dist-types', '.turbo']);
const isSource = (name) => !/\.(test|stories)\.tsx?$/.test(name);
const stampOf = (part) => join(root, 'node_modules', `.carrara-build-${part}`);

/** Returns the parts that lack a build of the present sources. */
export const outdatedParts = (parts = Object.keys(products), sourceHash = hashOfSources()) =>
  parts.filter(
    (part) =>
      !existsSync(stampOf(part)) ||
      readFileSync(stampOf(part), 'utf8') !== sourceHash ||
      !existsSync(join(root, products[part])),
  );

/**
 * Builds parts whose sources have changed since their last build, so that a start without changes does not wait for a compiler. Returns true if some
 * were outdated.
 */
export function ensureBuilt(parts = Object.keys(products), { isQuiet = false } = {}) {
  const sourceHash = hashOfSources();
  const outdated = () => outdatedParts(parts, sourceHash);
  if (outdated().length === 0) return false;
  withBuildLock(() => build(outdated(), sourceHash, isQuiet));
  return true;
}

function build(parts, sourceHash, isQuiet) {
  if (parts.length === 0) return;
  if (!isQuiet) process.stdout.write('Building …\n');
  const command = [join(root, 'scripts', 'build.mjs'), ...parts];
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  for (const part of parts) writeFileSync(stampOf(part), sourceHash);
}

/** Returns a hash of everything that a build reads. */
export function hashOfSources() {
  const hash = createHash('sha256');
  const add = (file) =>
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      if (skipped.has(entry.name)) continue;
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile() && isSource(entry.name)) add(path);
    }
  };
  for (const folder of sources) walk(folder);
  for (const file of ['package-lock.json', 'scripts/build.mjs', 'scripts/bundle.mjs']) add(file);
  return hash.digest('hex');
}
