import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { exampleDistribution } from './distribution.fixture.ts';
import { distributionWorkbook } from './distributionWorkbook.ts';
import { defaultLimits } from './read/limits.ts';
import { parseWorkbook } from './read/parseWorkbook.ts';
import type { ReadRow } from './read/sheet.ts';

const workbook = new ExcelJS.Workbook();
const sheet = (name: string) => workbook.getWorksheet(name)!;
const titles = (name: string, row = 1) => (sheet(name).getRow(row).values as unknown[]).slice(1);

let summaryRows: readonly ReadRow[];

beforeAll(async () => {
  const bytes = await buffer(distributionWorkbook(exampleDistribution));
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
  summaryRows = (await parseWorkbook(bytes, defaultLimits))._unsafeUnwrap()[0]!.rows;
});

describe('distributionWorkbook', () => {
  it('has a summary, a sheet for each source, participants, taxes and approvals', () => {
    const names = workbook.worksheets.map((each) => each.name);
    expect(names).toEqual(['Summary', 'ARP-I', "ARP'II x", 'Participants', 'Tax', 'Approvals']);
  });

  it("reconciles: every total is a formula that holds the product's figure", () => {
    const summary = sheet('Summary');
    const total = summary.lastRow!;
    expect(total.getCell(1).value).toBe('Total');
    const cells = summaryRows.at(-1)!.cells.filter(({ column }) => column >= 4);
    const figures = ['2000', '0', '2000', '400', '200', '25', '-25', '1400', '0'];
    expect(cells.map(({ type, text }) => [type, text])).toEqual(figures.map((text) => ['number', text]));
    const second = summary.getRow(total.number - 1);
    expect(second.getCell(6).value).toMatchObject({ formula: "'ARP''II x'!J7", result: 1000 });
  });

  it('shows members below their entity, set in, and adds up the outermost rows only', () => {
    const source = sheet('ARP-I');
    const names = [2, 3, 4, 5, 6].map((row) => [
      source.getCell(row, 1).value,
      source.getCell(row, 1).alignment.indent ?? 0,
    ]);
    expect(names).toEqual([
      ['Amelia Hartmann', 0],
      ['Łukasz & Иван Holding', 0],
      ['Inner Partners', 1],
      ['Amelia Hartmann', 2],
      ['=cmd|calc <script>', 1],
    ]);
    expect(source.getCell('J3').value).toMatchObject({ formula: 'ROUND(SUMIFS(J4:J6,B4:B6,1),2)', result: 400 });
    expect(source.getCell('J7').value).toMatchObject({ formula: 'ROUND(SUMIFS(J2:J6,B2:B6,0),2)', result: 1000 });
    expect(source.getCell('J2').value).toBe(600);
  });

  it('lists every tax row of those who carry tax, with the way to them', () => {
    expect(titles('Tax', 3).slice(0, 4)).toEqual([
      'Alder Ridge Partners Fund I, L.P.',
      'Amelia Hartmann',
      'E1',
      'Łukasz & Иван Holding / Inner Partners',
    ]);
    expect(sheet('Tax').lastRow!.getCell(8).value).toMatchObject({ result: 400 });
    expect(titles('Approvals', 2)).toEqual([
      'Bea Approver',
      'Approved',
      new Date(Date.UTC(2026, 9, 2, 9, 30)),
      '+checked',
    ]);
  });
});
