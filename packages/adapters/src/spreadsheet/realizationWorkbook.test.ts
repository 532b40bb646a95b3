import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { exampleRealization } from './realization.fixture.ts';
import { printedRealization } from './printedRealization.ts';
import { realizationWorkbook } from './realizationWorkbook.ts';
import { reportLines } from './reportLines.ts';

const undetermined = {
  ...exampleRealization,
  isDetermined: false,
  totalAccrued: null,
  unallocated: null,
  numberOfParticipants: null,
  problems: [
    {
      code: 'PROFILE_MISSING',
      path: [],
      message: 'Meridian has no allocation profile.',
      location: null,
      acknowledgment: null,
    },
  ],
  sources: exampleRealization.sources.map((source, at) =>
    at === 0
      ? source
      : {
          ...source,
          isDetermined: false,
          carryAccrued: null,
          unallocated: null,
          numberOfParticipants: null,
          details: [],
        },
  ),
};

const opened = async (realization: typeof exampleRealization) => {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await buffer(realizationWorkbook(realization))) as unknown as ArrayBuffer);
  return workbook;
};

describe('a realization workbook', () => {
  let workbook: ExcelJS.Workbook;
  const sheet = (name: string) => workbook.getWorksheet(name)!;
  beforeAll(async () => {
    workbook = await opened(exampleRealization);
  });

  it('has a summary, a sheet for each source, participants, balances and postings', () => {
    expect(workbook.worksheets.map(({ name }) => name)).toEqual([
      'Summary',
      'Helios',
      'Meridian',
      'Participants',
      'Balances',
      'Account entries',
    ]);
  });

  it('splits the carry of each source into the accrued and the unallocated part, without a difference', () => {
    const summary = sheet('Summary');
    const total = summary.lastRow!;
    expect(total.getCell(1).value).toBe('Total');
    expect([7, 8, 9, 10].map((column) => (total.getCell(column).value as { result?: number }).result ?? 0)).toEqual([
      150, 5, 145, 0,
    ]);
    const first = summary.getRow(total.number - 2);
    expect([1, 2, 3, 5, 6].map((column) => first.getCell(column).value)).toEqual([
      'Helios',
      'Fund Investment',
      'ARP-I',
      'Fund I Allocation Profile, version 2',
      2,
    ]);
    expect(first.getCell(9).value).toMatchObject({ formula: "'Helios'!H5", result: 100 });
  });

  it('adds up the outermost rows of a source, and each participant over all source sheets', () => {
    expect(sheet('Helios').getCell('H3').value).toMatchObject({
      formula: 'ROUND(SUMIFS(H4:H4,B4:B4,1),2)',
      result: 40,
    });
    expect(sheet('Helios').getCell('H5').value).toMatchObject({
      formula: 'ROUND(SUMIFS(H2:H4,B2:B4,0),2)',
      result: 100,
    });
    expect(sheet('Participants').getCell('H2').value).toMatchObject({
      formula: "ROUND('Helios'!H2+'Meridian'!H2,2)",
      result: 105,
    });
    expect((sheet('Participants').getCell('H5').value as { result: number }).result).toBe(145);
  });

  it('marks undetermined values with the reason', async () => {
    const summary = (await opened(undetermined)).getWorksheet('Summary')!;
    const texts = summary.getSheetValues().flatMap((row) => (Array.isArray(row) ? row : []));
    expect(texts).toContain('Meridian has no allocation profile.');
    const total = summary.lastRow!;
    expect([8, 9].map((column) => total.getCell(column).text)).toEqual(['not determined', 'not determined']);
  });
});

describe('a printed realization', () => {
  const linesOf = async (realization: typeof exampleRealization) => {
    const { rows, columns, report } = printedRealization(realization);
    const lines = [];
    for await (const line of reportLines(rows, columns, report)) lines.push(line);
    return lines.map((line) => {
      if ('note' in line) return [line.note, undefined];
      return 'sum' in line
        ? [line.sum.label, line.sum.values.get('carryAmount')]
        : [String(line.row['participant'] ?? ''), line.row['carryAmount']];
    });
  };

  it('has each source with its rows, indented members, and the sums of the screen', async () => {
    expect(await linesOf(exampleRealization)).toEqual([
      ['Amelia Hartmann', '60.00'],
      ['Birch Street Partners', '40.00'],
      ['\u2003Omar Iqbal', '40.00'],
      ['Helios, ARP-I', '100.00'],
      ['Amelia Hartmann', '45.00'],
      ['Meridian, ARP-I', '45.00'],
      ['Total', '145.00'],
    ]);
  });

  it('prints an undetermined source as such', async () => {
    expect((await linesOf(undetermined)).slice(-3)).toEqual([
      ['', null],
      ['Meridian, ARP-I', null],
      ['Total', null],
    ]);
  });
});
