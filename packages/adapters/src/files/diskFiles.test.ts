import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskFiles } from './diskFiles.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrara-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('leaves no other file next to a complete one', async () => {
  const key = await createDiskFiles(folder).put(newId(), Buffer.from('carry'));
  expect((await readdir(dirname(join(folder, key)))).every((name) => !name.endsWith('.part'))).toBe(true);
});

it('has no file where a folder took its place', async () => {
  const files = createDiskFiles(folder);
  const key = await files.put(newId(), Buffer.from('carry'));
  await rm(join(folder, key));
  await mkdir(join(folder, key));
  expect([await files.get(key), await files.open(key), await files.digest(key), await files.has(key)]).toEqual([
    undefined,
    undefined,
    undefined,
    false,
  ]);
});

it('removes partial files of a killed process, but no complete files and no files being written', async () => {
  const files = createDiskFiles(folder);
  const key = await files.put(newId(), Buffer.from('whole'));
  const within = join(folder, 'ab');
  await mkdir(within, { recursive: true });
  await writeFile(join(within, 'old.part'), 'half');
  await utimes(join(within, 'old.part'), new Date(0), new Date(0));
  await writeFile(join(within, 'new.part'), 'half');
  await files.removeCut();
  expect(await readdir(within)).toEqual(['new.part']);
  expect(String(await files.get(key))).toBe('whole');
  await createDiskFiles(join(folder, 'none')).removeCut();
});
