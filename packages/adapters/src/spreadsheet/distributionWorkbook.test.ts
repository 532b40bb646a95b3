import { buffer } from 'node:stream/consumers';
import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
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
  const bytes = await buffer(distributionWorkbook(exampleDistribution, 'UTC'));
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
  summaryRows = (await parseWorkbook(bytes, defaultLimits))._unsafeUnwrap()[0]!.rows;
});

describe('distributionWorkbook', () => {
  it('has a summary, a sheet for each source, participants, taxes and approvals', () => {
    const names = workbook.worksheets.map((each) => each.name);
    expect(names).toEqual(['Summary', 'ARP-I', "ARP'II x", 'Participants', 'Tax', 'Approvals']);
  });

  it("reconciles: every total is a formula with the product's figure", () => {
    const summary = sheet('Summary');
    const total = summary.lastRow!;
    expect(total.getCell(1).value).toBe('Total');
    const cells = summaryRows.at(-1)!.cells.filter(({ column }) => column >= 6);
    const figures = ['2000', '0', '2000', '400', '200', '25', '-25', '1400', '0'];
    expect(cells.map(({ type, text }) => [type, text])).toEqual(figures.map((text) => ['number', text]));
    const second = summary.getRow(total.number - 1);
    expect([second.getCell(1).value, second.getCell(3).value], 'who holds the source').toEqual([
      "Fund II's, L.P.",
      'ARP-I',
    ]);
    expect(second.getCell(5).value, 'its own escrow').toBe(15);
    expect(second.getCell(8).value).toMatchObject({ formula: "'ARP''II x'!J7", result: 1000 });
  });

  it('indents members below their entity, and adds up the outermost rows only', () => {
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
  });

  it('computes a net, a participant over all sources and an entity from their cells', () => {
    expect(sheet('ARP-I').getCell('O2').value).toMatchObject({ formula: 'ROUND(J2-K2-L2-M2-N2,2)', result: 420 });
    const people = sheet('Participants');
    expect(people.getCell('G2').value).toMatchObject({ formula: "ROUND('ARP-I'!J2+'ARP''II x'!J2,2)", result: 1200 });
    expect(people.getCell('L2').value).toMatchObject({ formula: 'ROUND(G2-H2-I2-J2-K2,2)', result: 840 });
    expect(people.getCell('G3').value).toMatchObject({ formula: 'ROUND(SUMIFS(G4:G6,B4:B6,1),2)', result: 800 });
    expect(people.getCell('K4').value).toMatchObject({ formula: "ROUND('ARP-I'!N6+'ARP''II x'!N6,2)", result: -25 });
  });

  it('computes a gross from the net distributable, except one with a cent of the remainder', async () => {
    const position = sheet('Summary').lastRow!.number - 2;
    const formula = `ROUND('Summary'!F${String(position)}*G2/100,2)`;
    expect(sheet('ARP-I').getCell('J2').value).toMatchObject({ formula, result: 600 });
    const [first, ...others] = exampleDistribution.distributionSources;
    const [holder, ...members] = first!.details;
    const rounded = { ...first!, details: [{ ...holder!, grossCarryDistributed: '600.01' }, ...members] };
    const book = new ExcelJS.Workbook();
    const changed = distributionWorkbook({ ...exampleDistribution, distributionSources: [rounded, ...others] }, 'UTC');
    await book.xlsx.load((await buffer(changed)) as unknown as ArrayBuffer);
    expect(book.getWorksheet('ARP-I')!.getCell('J2').value).toBe(600.01);
  });

  it('computes a tax from its rates and an escrow from its percentage, except an entered one', async () => {
    const source = sheet('ARP-I');
    expect(source.getCell('K2').value).toMatchObject({ formula: "ROUND(SUM('Tax'!I2:I2),2)", result: 120 });
    expect(source.getCell('L2').value).toMatchObject({ formula: 'ROUND(J2*I2/100,2)', result: 60 });
    expect(sheet('Tax').getCell('I2').value).toMatchObject({ formula: 'ROUND(G2*H2/100,2)', result: 120 });
    const [first, ...others] = exampleDistribution.distributionSources;
    const [holder, ...members] = first!.details;
    const entered = { ...first!, details: [{ ...holder!, escrow: '61.00' }, ...members] };
    const book = new ExcelJS.Workbook();
    const changed = distributionWorkbook({ ...exampleDistribution, distributionSources: [entered, ...others] }, 'UTC');
    await book.xlsx.load((await buffer(changed)) as unknown as ArrayBuffer);
    expect(book.getWorksheet('ARP-I')!.getCell('L2').value).toBe(61);
  });

  it('lists every tax row of the people taxed, with the path to them', () => {
    expect(titles('Tax', 3).slice(0, 5)).toEqual([
      'Alder Ridge Partners Fund I, L.P.',
      undefined,
      'Amelia Hartmann',
      'E1',
      'Łukasz & Иван Holding / Inner Partners',
    ]);
    expect(sheet('Tax').lastRow!.getCell(9).value).toMatchObject({ result: 400 });
    const facts: unknown[] = [];
    sheet('Summary').eachRow((row) => facts.push(row.getCell(2).value));
    expect(facts).toContain('Taxes of 0.00 are left out');
    expect(titles('Approvals', 1)).toEqual(['Approver', 'Decision', 'In place by', 'Decided (UTC)', 'Comment']);
    expect(titles('Approvals', 2)).toEqual([
      'Bea Approver',
      'Approved',
      'Cem Substitute',
      new Date(Date.UTC(2026, 9, 2, 9, 30)),
      '+checked',
    ]);
  });

  it('marks undetermined values with the reason, never as zero', async () => {
    const [first, ...others] = exampleDistribution.distributionSources;
    const noFigures = {
      grossCarryDistributed: null,
      tax: null,
      escrow: null,
      loanRepayment: null,
      otherAdjustment: null,
      netCarryDistributed: null,
      totalCarryAdjustment: null,
      unallocated: null,
      numberOfParticipants: null,
    };
    const open: Distribution = {
      ...exampleDistribution,
      isDetermined: false,
      totalCarryDistributed: null,
      numberOfParticipants: null,
      distributionSources: [{ ...first!, ...noFigures, isDetermined: false, details: [] }, ...others],
      distributionParticipants: exampleDistribution.distributionParticipants.map((distributionParticipant) => ({
        ...distributionParticipant,
        ...noFigures,
      })),
      reconciliation: { ...exampleDistribution.reconciliation, ...noFigures, difference: null },
      problems: [
        { code: 'OVER_ALLOCATED', message: 'Too much is allocated.', path: [], location: null, acknowledgment: null },
      ],
    };
    const book = new ExcelJS.Workbook();
    await book.xlsx.load((await buffer(distributionWorkbook(open, 'UTC'))) as unknown as ArrayBuffer);
    const summary = book.getWorksheet('Summary')!;
    const total = summary.lastRow!.number;
    const unknown = (row: number, columns: readonly number[]) =>
      columns.map((column) => summary.getCell(row, column).value);
    const figures = [7, 8, 9, 10, 11, 12, 13, 14];
    expect(new Set(unknown(total, [4, ...figures]))).toEqual(new Set(['not determined']));
    expect(new Set(unknown(total - 2, [4, ...figures]))).toEqual(new Set(['not determined']));
    expect(summary.getCell(total - 1, 8).value).toMatchObject({ result: 1000 });
    const texts: unknown[] = [];
    summary.eachRow((row) => texts.push(row.getCell(2).value));
    expect(texts).toContain('Too much is allocated.');
    expect(book.getWorksheet('Participants')!.getCell('G2').value).toBe('not determined');
    expect(book.getWorksheet('Tax')!.lastRow!.getCell(9).value).toBe('not determined');
  });
});
