import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { csvField, listCsv } from './listCsv.ts';
import { listWorkbook } from './listWorkbook.ts';
import { sheetName } from './workbookStream.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Name' },
  { field: 'fund', kind: 'reference', title: 'Fund' },
  { field: 'date', kind: 'date', title: 'Date' },
  { field: 'amount', kind: 'money', title: 'Amount', total: 'sum' },
] as const;
const evil = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '=HYPERLINK("http://x")',
  '<script>alert(1)</script>',
  'a_x0041_',
];
const rows = evil.map((name, at) => ({
  name,
  fund: { id: '1', code: 'F', name: at === 0 ? '=2' : null, description: 'Fund one' },
  date: '2026-02-28',
  amount: at === 2 ? '-12.50' : '0.10',
}));

async function open(list: Parameters<typeof listWorkbook>[0]) {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await buffer(listWorkbook(list))) as unknown as ArrayBuffer);
  return workbook.worksheets[0]!;
}

describe('listWorkbook', () => {
  it('writes a return as a number, marked if over less than a year, and gives the reason for an undetermined one', async () => {
    const message = 'There is no NAV on 06/30/2026.';
    const sheet = await open({
      title: 'Funds',
      columns: [{ field: 'irr', kind: 'return', title: 'IRR' }],
      rows: [
        { irr: '13.5417', irrAnnualized: true },
        { irr: '4.218', irrAnnualized: false },
        { irr: null, notDetermined: [{ field: 'irr', code: 'NAV_MISSING', message }] },
        { irr: null, notDetermined: [] },
      ],
    });
    const cells = [2, 3, 4, 5].map((row) => sheet.getRow(row).getCell(1));
    expect(cells.map(({ value }) => value)).toEqual([13.5417, 4.218, `n.d.: ${message}`, null]);
    expect(cells.slice(0, 2).map(({ numFmt }) => numFmt)).toEqual([
      '0.00"%";(0.00"%")',
      '0.00"% not p.a.";(0.00"% not p.a.")',
    ]);
  });

  it('marks a row carried forward in a column of notes, so that names can be looked up', async () => {
    const sheet = await open({
      title: 'Funds',
      columns: [
        { field: 'code', kind: 'code', title: 'Code' },
        { field: 'fund', kind: 'reference', title: 'Fund' },
        { field: 'nav', kind: 'money', title: 'NAV' },
      ],
      rows: [
        { code: 'HSP-I', fund: { id: '1', name: 'Harbor Street I' }, nav: '9.00', carriedFrom: '2025-09-30' },
        { code: 'ARP-I', fund: { id: '2', name: 'Alder Ridge I' }, nav: '8.00', carriedFrom: null },
      ],
    });
    expect([2, 3].map((row) => sheet.getRow(row).getCell(2).value)).toEqual(['Harbor Street I', 'Alder Ridge I']);
    expect([1, 2, 3].map((row) => sheet.getRow(row).getCell(4).value)).toEqual([
      'Notes',
      'Values of 09/30/2025, carried forward.',
      null,
    ]);
    expect(sheet.getCell('A2').value).toBe('HSP-I');
    expect(sheet.getCell('C2').value).toBe(9);
  });

  it('U30: writes text as text whatever its first character, numbers as numbers, dates as days', async () => {
    const sheet = await open({ title: 'Funds: a/b', columns, rows });
    expect(sheet.name).toBe('Funds a b');
    expect(sheet.getCell('A2').type).toBe(ExcelJS.ValueType.String);
    expect(sheet.getColumn(1).values.slice(2, 9)).toEqual(evil.slice(0, 7));
    expect(sheet.getCell('B2').value).toBe('=2');
    expect(sheet.getCell('B3').value).toBe('Fund one');
    expect(sheet.getCell('C2').value).toEqual(new Date(Date.UTC(2026, 1, 28)));
    expect(sheet.getCell('D4').value).toBe(-12.5);
    expect(sheet.getCell('D2').numFmt).toBe('#,##0.00;(#,##0.00)');
    expect(sheet.autoFilter).toBeTruthy();
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
  });

  it('totals with a formula that has the exact sum', async () => {
    const sheet = await open({ title: 'Funds', columns, rows });
    expect(sheet.getCell('D10').value).toMatchObject({ formula: 'SUM(D2:D9)', result: -11.8 });
    expect(sheet.getCell('A10').value).toBe('Total');
  });

  it('writes a figure that Excel cannot represent as complete text', async () => {
    const sheet = await open({ title: 'x', columns, rows: [{ ...rows[0]!, amount: '12345678901234567.89' }] });
    expect(sheet.getCell('D2').value).toBe('12345678901234567.89');
  });

  it('has a header in an empty list', async () => {
    expect((await open({ title: 'x', columns, rows: [] })).rowCount).toBe(1);
  });

  it('streams many rows to a slow reader', async () => {
    async function* many() {
      for (let at = 0; at < 20_000; at += 1) yield rows[at % rows.length]!;
    }
    let bytes = 0;
    for await (const chunk of listWorkbook({ title: 'Many', columns, rows: many() })) {
      bytes += (chunk as Buffer).length;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(bytes).toBeGreaterThan(100_000);
  });

  it('ends with the error of its rows', async () => {
    async function* failing() {
      yield rows[0]!;
      throw new Error('the database has gone');
    }
    await expect(buffer(listWorkbook({ title: 'x', columns, rows: failing() }))).rejects.toThrow(
      'the database has gone',
    );
  });
});

describe('listCsv', () => {
  it('escapes each part that a spreadsheet with another separator would read as a formula', () => {
    const field = (text: string) => csvField({ is: 'text', text });
    expect(field('a;=1+1')).toBe(`"a;'=1+1"`);
    expect(field('=1;@x')).toBe(`"'=1;'@x"`);
    expect(field('one\n-two')).toBe(`"one\n'-two"`);
    expect(field('a; b - c')).toBe('"a; b - c"');
  });

  it('U30: quotes what a spreadsheet would run and keeps negative amounts as numbers', async () => {
    const bytes = await buffer(listCsv({ title: 'x', columns, rows }));
    const lines = bytes.toString('utf8').split('\r\n');
    expect(lines[0]).toBe('\ufeffName,Fund,Date,Amount');
    expect(lines[1]).toBe(`"'=1+1","'=2",2026-02-28,0.10`);
    expect(lines[3]).toBe(`"'-1",Fund one,2026-02-28,-12.50`);
    expect(lines[6]).toBe(`"'=HYPERLINK(""http://x"")",Fund one,2026-02-28,0.10`);
  });
});

describe('sheetName', () => {
  it('returns unique names that Excel accepts', () => {
    const usedNames = new Set<string>();
    const names = ['History', '', "'a'", 'x'.repeat(40), 'x'.repeat(40), 'A[b]*?'].map((name) =>
      sheetName(name, usedNames),
    );
    expect(names).toEqual(['History 1', 'Sheet 1', 'a', 'x'.repeat(31), `${'x'.repeat(27)} (2)`, 'A b']);
  });

  it('shortens a long name in the middle, so that names that begin alike stay distinct', () => {
    const usedNames = new Set<string>();
    const name = (text: string) => sheetName(text, usedNames);
    expect(name('Silverline Water, Inc. Tranche # 3')).toBe('Silverline Water… Tranche # 3');
    expect(name('Silverline Water, Inc. Tranche # 2')).toBe('Silverline Water… Tranche # 2');
    expect(name('Silverline Water, Inc. Tranche # 2')).toBe('Silverline… Tranche # 2 (2)');
    expect(name('Meridian Packaging, Inc. Tranche B')).toBe('Meridian Packaging… Tranche B');
    expect(name('Participant distributions by fund')).toBe('Participant… by fund');
    expect(name('Alder Ridge Partners International')).toBe('Alder Ridge Partners…');
  });
  it('leaves a fitting name unchanged', () => {
    expect(sheetName('Meridian Packaging, Inc.', new Set())).toBe('Meridian Packaging, Inc.');
  });
});
