import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readyMessage, supervise } from './supervise.ts';

it('stops the database of a failed server if stopped during the restart pause', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carrara-supervise-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'server.cjs');
  writeFileSync(program, `process.send('${readyMessage}', () => process.exit(3));`);
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const before = process.listeners('SIGTERM');
  const stopOrphanedDatabase = vi.fn(async () => undefined);
  const ended = supervise({ program, args: [], stopOrphanedDatabase });
  await vi.waitFor(
    () => expect(written).toHaveBeenCalledWith(expect.stringMatching(/^The server ended with 3/)),
    20_000,
  );
  expect(stopOrphanedDatabase).not.toHaveBeenCalled();
  for (const listener of process.listeners('SIGTERM')) if (!before.includes(listener)) listener('SIGTERM');
  expect(await ended).toBe(3);
  expect(stopOrphanedDatabase).toHaveBeenCalledOnce();
});
