import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const module = new URL('../../scripts/withBuildLock.mjs', import.meta.url).href;

it('installs and builds of one checkout wait for each other, but not for a killed one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carrara-busy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [lock, log] = [join(folder, 'lock'), join(folder, 'log')];
  const exited = spawn(process.execPath, ['-e', '0']);
  await once(exited, 'exit');
  writeFileSync(lock, String(exited.pid));
  const program = `
    import { appendFileSync } from 'node:fs';
    import { withBuildLock } from ${JSON.stringify(module)};
    const log = (word) => appendFileSync(${JSON.stringify(log)}, word + process.pid + ' ');
    withBuildLock(() => { log('+'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300); log('-'); }, ${JSON.stringify(lock)});`;
  const starts = [1, 2, 3].map(() => spawn(process.execPath, ['--input-type=module', '-e', program]));
  const codes = await Promise.all(starts.map((start) => once(start, 'exit').then(([code]) => code as number)));
  expect(codes).toEqual([0, 0, 0]);
  const entries = readFileSync(log, 'utf8').trim().split(' ');
  expect(entries).toHaveLength(6);
  for (let at = 0; at < entries.length; at += 2) expect(entries[at + 1]).toBe(entries[at]?.replace('+', '-'));
});
