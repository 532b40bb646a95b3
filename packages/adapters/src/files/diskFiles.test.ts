import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskFiles } from './diskFiles.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrara-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('answers what was put, and nothing once it is removed', async () => {
  const files = createDiskFiles(folder);
  const key = await files.put(Buffer.from('carry'));
  expect(String(await files.get(key))).toBe('carry');
  expect((await readdir(join(folder, key.slice(0, 2)))).every((name) => !name.endsWith('.part'))).toBe(true);
  await files.remove(key);
  expect(await files.get(key)).toBeUndefined();
});

it('knows its own keys only', async () => {
  await expect(createDiskFiles(folder).get('../../etc/passwd')).rejects.toThrow('not a key');
});
