import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskFiles, removeCutFiles } from './diskFiles.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrara-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('answers what was put, and nothing once it is removed', async () => {
  const files = createDiskFiles(folder);
  const key = await files.put(Buffer.from('carry'));
  expect(String(await files.get(key))).toBe('carry');
  const sha256 = createHash('sha256').update('carry').digest('hex');
  expect(await files.digest(key)).toEqual({ sizeBytes: 5, sha256 });
  expect((await readdir(join(folder, key.slice(0, 2)))).every((name) => !name.endsWith('.part'))).toBe(true);
  await files.remove(key);
  expect(await files.get(key)).toBeUndefined();
  expect(await files.digest(key)).toBeUndefined();
});

it('knows its own keys only', async () => {
  await expect(createDiskFiles(folder).get('../../etc/passwd')).rejects.toThrow('not a key');
});

it('removes what a process that was killed has left half written, and neither files nor what is being written', async () => {
  const files = createDiskFiles(folder);
  const key = await files.put(Buffer.from('whole'));
  const within = join(folder, 'ab');
  await mkdir(within, { recursive: true });
  await writeFile(join(within, 'old.part'), 'half');
  await utimes(join(within, 'old.part'), new Date(0), new Date(0));
  await writeFile(join(within, 'new.part'), 'half');
  await removeCutFiles(folder);
  expect(await readdir(within)).toEqual(['new.part']);
  expect(String(await files.get(key))).toBe('whole');
  await removeCutFiles(join(folder, 'none'));
});
