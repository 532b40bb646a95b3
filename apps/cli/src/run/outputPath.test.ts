import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { outputPath } from './outputPath.ts';

const folder = mkdtempSync(join(tmpdir(), 'carrara-out-'));
afterAll(() => rmSync(folder, { recursive: true }));

it("saves under the file's own name in a named folder, whether the folder exists or not", () => {
  writeFileSync(join(folder, 'report'), '');
  expect(outputPath(folder, undefined, 'Funds.xlsx')).toBe(join(folder, 'Funds.xlsx'));
  expect(outputPath(folder, 'clio/', 'Funds.xlsx')).toBe(join(folder, 'clio', 'Funds.xlsx'));
  expect(outputPath(folder, '.', 'Funds.xlsx')).toBe(join(folder, 'Funds.xlsx'));
  expect(outputPath(folder, folder, 'Funds.xlsx')).toBe(join(folder, 'Funds.xlsx'));
  expect(outputPath(folder, 'q3.xlsx', 'Funds.xlsx')).toBe(join(folder, 'q3.xlsx'));
  expect(outputPath(folder, 'report', 'Funds.xlsx')).toBe(join(folder, 'report'));
});
