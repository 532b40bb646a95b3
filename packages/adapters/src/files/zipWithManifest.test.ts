import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { filesIn } from './filesIn.ts';
import { zipWithManifest } from './zipWithManifest.ts';

async function* twoFiles() {
  yield { path: 'Bayview.pdf', bytes: Buffer.from('one'), facts: { investor: 'Bayview' } };
  yield { path: 'Calder.pdf', bytes: Buffer.from('three'), facts: { investor: 'Calder' } };
}

it('lists each file with its size and digest after the files', async () => {
  const zip = await buffer(zipWithManifest(twoFiles(), (files) => ({ fund: 'Fund I', files }), '2026-09-30'));
  const found: [string, string][] = [];
  for await (const { fileName, bytes } of filesIn(zip)) found.push([fileName, Buffer.from(bytes).toString()]);
  expect(found.map(([name]) => name)).toEqual(['Bayview.pdf', 'Calder.pdf', 'manifest.json']);
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(JSON.parse(found[2]![1])).toEqual({
    fund: 'Fund I',
    files: [
      { file: 'Bayview.pdf', investor: 'Bayview', bytes: 3, sha256: sha256('one') },
      { file: 'Calder.pdf', investor: 'Calder', bytes: 5, sha256: sha256('three') },
    ],
  });
});

async function* failing() {
  yield* twoFiles();
  throw new Error('the last one cannot be made');
}

it('ends with the reason if a file cannot be created', async () => {
  await expect(buffer(zipWithManifest(failing(), (files) => ({ files }), '2026-09-30'))).rejects.toThrow(
    'the last one',
  );
});
