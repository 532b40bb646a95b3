import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Outside of node_modules, which an install removes. */
const ofCheckout = join(dirname(dirname(fileURLToPath(import.meta.url))), '.carrara-busy');
/** Longer than any install or build. */
const longestMs = 3_600_000;
const still = new Int32Array(new SharedArrayBuffer(4));

/**
 * Runs work that changes the checkout, its packages or its build in only one process at a time. Others wait. The lock of a process that has ended is
 * ignored.
 */
export function withBuildLock(work, lock = ofCheckout) {
  for (let waits = 0; !acquireLock(lock); waits += 1) {
    if (waits === 0) process.stdout.write('Waiting for another process that installs or builds here …\n');
    Atomics.wait(still, 0, 0, 200);
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function acquireLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isOrphaned(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isOrphaned(lock) {
  try {
    const owner = Number(readFileSync(lock, 'utf8'));
    const age = Date.now() - statSync(lock).mtimeMs;
    // A lock without a process id was created a moment ago. An old one is ignored, because after a restart its id can belong to any process.
    if (!owner || age > longestMs) return age > 10_000;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
