import { expect, it } from 'vitest';
import { diskTrouble } from './storageTrouble.ts';

const failed = (code: string) => Object.assign(new Error('it failed'), { code });

it('O55: says in a sentence why nothing can be saved, for the file disk and for the database disk', () => {
  for (const code of ['ENOSPC', 'EDQUOT', '53100']) expect(diskTrouble(failed(code))).toMatch(/server’s disk is full/);
  expect(diskTrouble(failed('EROFS'))).toMatch(/server’s disk is read-only/);
  expect(diskTrouble(failed('25006'))).toMatch(/^The database is currently read-only/);
  for (const code of ['EIO', '58030']) expect(diskTrouble(failed(code))).toMatch(/has failed, so nothing can be saved/);
});

it('ignores errors that are not about a disk', () => {
  for (const code of ['ENOENT', '23505', 'constructor']) expect(diskTrouble(failed(code))).toBeUndefined();
  expect(diskTrouble('ENOSPC')).toBeUndefined();
});
