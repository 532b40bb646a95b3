import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensureInstalled.mjs';
import { oneAtATime } from './oneAtATime.mjs';

const stamp = join(root, 'node_modules', '.carrara-build');
const products = ['apps/server/dist/main.js', 'apps/web/dist-web/index.html'];
/** Folders with the input of a build. Tests and stories don't affect it. */
const sources = ['packages', 'apps'];
const skipped = new Set(['node_modules', 'dist', 'dist-web', 'dist-types', '.turbo']);
const isSource = (name) => !/\.(test|stories)\.tsx?$/.test(name);

/** Builds if a source has changed since the last build, so that a start without changes does not wait for a compiler. */
export function ensureBuilt() {
  const wanted = hashOfSources();
  const isBuilt = () =>
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === wanted &&
    products.every((file) => existsSync(join(root, file)));
  if (!isBuilt()) oneAtATime(() => isBuilt() || build(wanted));
}

function build(wanted) {
  process.stdout.write('Building …\n');
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, wanted);
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
