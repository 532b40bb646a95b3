import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { outFile } from './outFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'carrara-out-'));
afterAll(() => rmSync(folder, { recursive: true }));

it("saves under the file's own name in a named folder, whether the folder exists or not", () => {
  writeFileSync(join(folder, 'report'), '');
  expect(outFile(folder, undefined, 'Funds.xlsx')).toBe(join(folder, 'Funds.xlsx'));
  expect(outFile(folder, 'clio/', 'Funds.xlsx')).toBe(join(folder, 'clio', 'Funds.xlsx'));
  expect(outFile(folder, '.', 'Funds.xlsx')).toBe(join(folder, 'Funds.xlsx'));
  expect(outFile(folder, folder, 'Funds.xlsx')).toBe(join(folder, 'Funds.xlsx'));
  expect(outFile(folder, 'q3.xlsx', 'Funds.xlsx')).toBe(join(folder, 'q3.xlsx'));
  expect(outFile(folder, 'report', 'Funds.xlsx')).toBe(join(folder, 'report'));
});
