import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Beside the packages, which an install takes away. */
const ofCheckout = join(dirname(dirname(fileURLToPath(import.meta.url))), '.carrara-busy');
/** No install and no build takes so long. */
const longestMs = 3_600_000;
const still = new Int32Array(new SharedArrayBuffer(4));

/**
 * Does what changes the checkout itself, its packages or what is built of it: one process at a time, the second waits for the first. The lock of a process that
 * ended meanwhile holds nobody up.
 */
export function oneAtATime(work, lock = ofCheckout) {
  for (let waits = 0; !isTaken(lock); waits += 1) {
    if (waits === 0) process.stdout.write('Waiting for another process that installs or builds here …\n');
    Atomics.wait(still, 0, 0, 200);
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isTaken(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isLeftOver(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isLeftOver(lock) {
  try {
    const owner = Number(readFileSync(lock, 'utf8'));
    const age = Date.now() - statSync(lock).mtimeMs;
    // Made a moment ago, its number is still to be written; after a restart of the machine it may be that of any process.
    if (!owner || age > longestMs) return age > 10_000;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
