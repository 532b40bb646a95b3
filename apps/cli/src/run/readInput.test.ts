import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readInput } from './readInput.ts';

it('reads a file, or stops with a plain sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carrara-'));
  try {
    await writeFile(join(folder, 'ledger.csv'), 'Fund');
    expect(String(await readInput(folder, 'ledger.csv'))).toBe('Fund');
    const messages = ['absent.csv', 'ledger.csv/x', '.'].map((file) =>
      readInput(folder, file).catch((stop: Error) => stop.message),
    );
    expect(await Promise.all(messages)).toEqual([
      'absent.csv can’t be read: there is no such file.',
      'ledger.csv/x can’t be read: there is no such file.',
      '. can’t be read: it is a folder.',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
