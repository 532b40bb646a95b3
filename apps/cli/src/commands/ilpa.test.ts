import { reportingTemplateWorkbook } from '@carrara/adapters/spreadsheet/reportingTemplate';
import { decimal } from '@carrara/domain/kernel';
import { accountColumn, type CapitalAccount } from '@carrara/domain/performance/capitalAccount';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../run/act.ts';
import type { CommandStop } from '../run/commandStop.ts';
import { createWorld } from '../run/world.ts';
import { checkFile } from './ilpa.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrara-ilpa-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function check(name: string, json = false) {
  const printed: string[] = [];
  const print = async (text: string) => void printed.push(text);
  const run = {
    ...createWorld(),
    folder,
    json,
    quiet: false,
    print,
    note: () => undefined,
    warn: () => undefined,
  } as Run;
  const outcome = await checkFile(run, name).catch((error: CommandStop) => error);
  return { outcome, text: printed.join('\n') };
}

/** Saves a template whose GP's ending NAV of the quarter is off by this amount. */
async function save(name: string, off: string): Promise<void> {
  const column = accountColumn(
    new Map([
      [13, decimal('100.00')],
      [93, decimal('7.00')],
    ]),
  );
  const account: CapitalAccount = { QTD: column, YTD: column, ITD: column };
  const bent = new Map([...column, [95, column.get(95)!.plus(off)]]);
  const accounts = { LP: account, Fund: account, GP: { ...account, QTD: bent } };
  const template = { fund: 'Fund II', investor: 'LP #5', currency: 'USD', dates: [], accounts, footnotes: [] };
  await writeFile(join(folder, name), new Uint8Array(await reportingTemplateWorkbook(template)));
}

describe('carrara ilpa check', () => {
  it('says that every figure ties', async () => {
    await save('good.xlsx', '0');
    const { outcome, text } = await check('good.xlsx');
    expect(outcome).toBe('done');
    expect(text).toMatch(/^Reporting Template: [\d,]+ figures compared\.\nEvery figure ties\.$/);
  });

  // In ILPA's own sample, the fund's and the GP's quarter differ by 0.50.
  it('lists differences up to 1.00 and accepts them', async () => {
    await save('near.xlsx', '-0.50');
    const { outcome, text } = await check('near.xlsx');
    expect(outcome).toBe('done');
    expect(text).toContain('GP QTD, row 95 (H95): 106.50, should be 107.00 (row 95 = 12+18+91+94), tolerated');
    expect(text).toContain('Every figure ties within 1.00.');
  });

  it('exits with 1 above that, with every difference in JSON', async () => {
    await save('wrong.xlsx', '5');
    const { outcome, text } = await check('wrong.xlsx', true);
    expect(outcome).toBe('refused');
    const { differences } = JSON.parse(text) as { differences: readonly { location: string; rule: string }[] };
    expect(differences.map(({ location, rule }) => [location, rule])).toEqual([
      ['GP QTD, row 95 (H95)', 'row 95 = 12+18+91+94'],
      ['GP QTD, row 104 (H104)', 'row 104 = 95-103'],
      ['GP QTD, row 95 (H95)', 'row 95 ends with its value since inception'],
    ]);
  });

  it('reports a file that is not a template, and a missing file', async () => {
    await writeFile(join(folder, 'text.xlsx'), 'hello');
    expect((await check('text.xlsx')).outcome).toMatchObject({
      outcome: 'refused',
      message: 'the file can’t be read',
    });
    expect((await check('none.xlsx')).outcome).toMatchObject({ outcome: 'misused' });
  });
});
