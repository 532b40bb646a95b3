import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { expect, it } from 'vitest';
import { markedWorkbook } from './markedWorkbook.ts';

it('colors each wrong cell, adds a note with the reason, and lists all errors on the first sheet', async () => {
  const cell = (address: string, column: number, text: string) => ({ address, column, type: 'text' as const, text });
  const sheets = [
    {
      name: 'Funds',
      rows: [
        { row: 2, cells: [cell('A2', 1, 'Code'), cell('B2', 2, 'Size (millions)')] },
        { row: 5, cells: [cell('A5', 1, 'F1'), cell('B5', 2, '=cmd|many')] },
      ],
    },
    { name: 'Errors', rows: [] },
  ];
  const errors = [
    { sheet: 'Funds', row: 5, column: 'size (millions)', reason: "'many' is not a number" },
    { sheet: 'Funds', row: 2, column: 'Currency', reason: 'the column is missing' },
    { sheet: 'Funds', row: 5, column: null, reason: 'the fund stands there twice' },
    { sheet: '', row: null, column: null, reason: 'about the whole file' },
  ];
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await buffer(markedWorkbook('plan.xlsx', sheets, errors))) as unknown as ArrayBuffer);
  expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Errors (2)', 'Funds', 'Errors']);
  const funds = workbook.getWorksheet('Funds')!;
  const note = (address: string) => {
    const { note: written, fill } = funds.getCell(address);
    const text = typeof written === 'string' ? written : written?.texts?.map((piece) => piece.text).join('');
    return [text, fill?.type === 'pattern' && fill.pattern === 'solid'];
  };
  expect(funds.getCell('B5').value).toBe('=cmd|many');
  expect(note('B5')).toEqual(["'many' is not a number", true]);
  expect(note('A2')).toEqual(['Currency: the column is missing', true]);
  expect(note('A5')).toEqual(['the fund stands there twice', true]);
  expect(note('B2')).toEqual([undefined, false]);
  const list = workbook.worksheets[0]!;
  expect(list.getRow(2).values).toEqual([undefined, 'Funds', 5, 'size (millions)', "'many' is not a number"]);
  expect(list.getCell('D5').value).toBe('about the whole file');
});

it('marks thousands of errors', async () => {
  const rows = Array.from({ length: 2_501 }, (_, at) => ({
    row: at + 1,
    cells: [{ address: '', column: 1, type: 'text' as const, text: at === 0 ? 'Code' : 'TWICE' }],
  }));
  const errors = rows.slice(1).map(({ row }) => ({ sheet: 'csv', row, column: 'Code', reason: 'is there twice' }));
  const workbook = new ExcelJS.Workbook();
  const marked = await buffer(markedWorkbook('file.csv', [{ name: 'csv', rows }], errors));
  await workbook.xlsx.load(marked as unknown as ArrayBuffer);
  expect(workbook.worksheets.map(({ rowCount }) => rowCount)).toEqual([2_501, 2_501]);
});
