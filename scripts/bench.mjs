// Runs all test/bench/*.bench.ts (or those that match a name: npm run bench -- irr) and prints their figures. It does not compare them with limits.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './ensureBuilt.mjs';

const folder = fileURLToPath(new URL('../test/bench/', import.meta.url));
const requestedNames = process.argv.slice(2);
const files = readdirSync(folder).filter(
  (file) =>
    file.endsWith('.bench.ts') && (requestedNames.length === 0 || requestedNames.some((name) => file.startsWith(name))),
);
if (files.length === 0) {
  console.error(`No bench is called ${requestedNames.join(' or ')}.`);
  process.exit(1);
}
// Some benches start the built product. An old build would be measured, or would fail at the prepared demo.
ensureBuilt();
const [processor] = cpus();
console.log(`Node ${process.version}, ${cpus().length} x ${processor?.model.trim()}, ${type()} ${release()}\n`);
let failed = 0;
for (const file of files) {
  const node = ['--import', 'tsx', `${folder}${file}`];
  const { status } = spawnSync(process.execPath, node, { stdio: 'inherit', cwd: folder });
  if (status !== 0) {
    console.error(`${file} ended with ${status}`);
    failed += 1;
  }
}
process.exit(failed === 0 ? 0 : 1);
