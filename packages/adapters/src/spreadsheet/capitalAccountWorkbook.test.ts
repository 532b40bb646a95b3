import { buffer } from 'node:stream/consumers';
import { type CapitalAccountAnswer, casPeriods } from '@carrara/contract/performance/capitalAccount/capitalAccount';
import { decimal, moneyText } from '@carrara/domain/kernel';
import { accountColumn, templateRow, templateRowNumbers } from '@carrara/domain/performance/capitalAccount';
import { accountSummary } from '@carrara/domain/performance/statement';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { capitalAccountPdf } from '../pdf/capitalAccountPdf.ts';
import { pdfPages, unreadableIn } from '../pdf/testing/pdfPages.ts';
import { pdfTexts } from '../pdf/testing/pdfTexts.ts';
import { capitalAccountWorkbook } from './capitalAccountWorkbook.ts';

const column = (times: number) =>
  accountColumn(
    new Map(
      Object.entries({
        12: 1000,
        13: 250.5,
        14: -80,
        21: -9,
        87: 3,
        92: 50,
        93: -20.25,
        108: 2000,
        109: 2000,
        110: -250.5,
      }).map(([row, amount]) => [Number(row), decimal(amount).times(times)]),
    ),
  );
const line = (times: number) =>
  Object.fromEntries(
    Object.entries(accountSummary(column(times))).map(([name, amount]) => [name, moneyText(amount)]),
  ) as unknown as CapitalAccountAnswer['partners'][number]['qtd'];
const partner = (name: string, times: number): CapitalAccountAnswer['partners'][number] => ({
  investor: { id: name, code: name, name },
  isGp: false,
  qtd: line(times),
  ytd: line(times),
  itd: line(times),
});
const figure = (row: number) => {
  const amount = column(3).get(row);
  return amount === undefined ? null : moneyText(amount);
};
const account: CapitalAccountAnswer = {
  fund: { id: 'f', code: 'OAK', name: '=Oak Fund' },
  investor: null,
  currency: 'EUR',
  endDate: '2021-06-30',
  basedOn: 'quarter locked, version 2',
  periods: casPeriods.map((casPeriod) => ({
    ...casPeriod,
    id: casPeriod.code,
    startDate: null,
    endDate: '2021-06-30',
  })),
  rows: templateRowNumbers
    .filter((row) => row >= 11 && row <= 114)
    .map((row) => ({
      row,
      label: templateRow(row)!.label,
      isHeading: templateRow(row)!.heading === true,
      isTotal: templateRow(row)!.formula !== undefined,
      qtd: figure(row),
      ytd: figure(row),
      itd: figure(row),
    })),
  partners: [partner('One', 1), partner('Two', 2)],
  notDetermined: [],
};

describe('the files of a capital account', () => {
  it('a workbook computes each total row, the line of each partner, and their totals', async () => {
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load((await capitalAccountWorkbook(account)) as unknown as ArrayBuffer);
    const [statement, partners] = workbook.worksheets;
    const at = (row: number) => account.rows.findIndex((candidate) => candidate.row === row) + 5;
    expect(statement!.getCell(at(95), 2)).toMatchObject({
      formula: `B${at(12)}+B${at(18)}+B${at(91)}+B${at(94)}`,
      result: 3582.75,
    });
    expect(statement!.getCell(at(13), 4).value).toBe(751.5);
    expect(partners!.getCell('I5')).toMatchObject({ formula: 'SUM(B5:H5)', result: 1194.25 });
    expect(partners!.getCell('I7')).toMatchObject({ formula: 'SUM(I5:I6)', result: 3582.75 });
    const alone = new ExcelJS.Workbook();
    const ofInvestor = { ...account, investor: { id: 'One', code: null, name: 'One' } };
    await alone.xlsx.load((await capitalAccountWorkbook(ofInvestor)) as unknown as ArrayBuffer);
    expect(alone.worksheets.map(({ name }) => name)).toEqual(['Capital account']);
  });

  it('a workbook marks each undetermined amount, since a blank would look like zero', async () => {
    const rows = account.rows.map((row) => (row.row === 93 || row.row === 94 ? { ...row, qtd: null } : row));
    const partners = account.partners.map((accountPartner) => ({
      ...accountPartner,
      qtd: { ...accountPartner.qtd, unrealized: null },
    }));
    const why = [{ field: 'rows', code: 'NOT_REPORTED', message: 'Nobody reported it.' }];
    const workbook = new ExcelJS.Workbook();
    const bytes = await capitalAccountWorkbook({ ...account, rows, partners, notDetermined: why });
    await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
    const [statement, byPartner] = workbook.worksheets;
    const at = (row: number) => rows.findIndex((candidate) => candidate.row === row) + 5;
    expect([93, 94].map((row) => statement!.getCell(at(row), 2).value)).toEqual(['not determined', 'not determined']);
    expect(statement!.getCell(at(95), 2).value).toBe(3582.75);
    expect([5, 6, 7].map((line) => byPartner!.getCell(line, 8).value)).toEqual(Array(3).fill('not determined'));
  });

  it('a statement names its investor, and omits empty rows', async () => {
    const by = { head: { tenantName: 'Alder' }, today: '2021-07-15' };
    const bytes = await buffer(capitalAccountPdf({ ...account, investor: { id: 'One', code: null, name: 'One' } }, by));
    const text = pdfTexts(bytes).flat().join(' ');
    expect(text).toContain('Capital Account Statement');
    expect(text.replaceAll(' ', '')).toContain('quarterlocked,version2');
    expect(text).toContain('3,582.75');
    expect(text).not.toContain('Custody');
  });

  describe('a statement next to the fund and its general partner', () => {
    const by = { head: { tenantName: 'Alder' }, today: '2021-07-15' };
    const own = { ...account, investor: { id: 'One', code: null, name: 'Dune Endowment' } };
    const times = (factor: number) =>
      account.rows.map((row) => {
        const amount = (text: string | null) => text && moneyText(decimal(text).times(factor));
        return { ...row, qtd: amount(row.qtd), ytd: amount(row.ytd), itd: amount(row.itd) };
      });
    const statement = (factor: number) =>
      buffer(
        capitalAccountPdf({ ...own, rows: times(factor) }, by, [
          { party: 'Fund', rows: times(factor * 20), notDetermined: [] },
          {
            party: 'GP',
            rows: times(factor * 2).map((row) => (row.row === 93 ? { ...row, qtd: null } : row)),
            notDetermined: [{ field: 'unrealized', code: 'NAV_MISSING', message: 'Nobody valued it.' }],
          },
        ]),
      );
    const titles = ['DuneEndowment', 'TotalFund(incl.GP', "GP'sAllocation"];
    const textIn = (bytes: Buffer) => pdfTexts(bytes).flat().join('').replaceAll(' ', '');
    const tablesOf = (bytes: Buffer) => textIn(bytes).split('BeginningNAV').slice(1);

    it('has their columns as in ILPA’s template, and says why a figure is missing', async () => {
      const bytes = await statement(100_000);
      expect(unreadableIn(bytes)).toEqual([]);
      const [page] = pdfPages(bytes);
      expect(page!.width).toBeGreaterThan(page!.height);
      const texts = textIn(bytes);
      for (const title of titles) expect(texts).toContain(title);
      for (const ending of ['358,275,000.00', '7,165,500,000.00', '716,550,000.00']) expect(texts).toContain(ending);
      expect(tablesOf(bytes)).toHaveLength(1);
      expect(texts).toContain('Nobodyvaluedit.');
    });

    it('keeps three spans of one together if not all fit', async () => {
      const bytes = await statement(1_000_000_000);

      expect(unreadableIn(bytes)).toEqual([]);
      const [first, second, ...more] = tablesOf(bytes);
      expect(more).toEqual([]);
      // The heading of the second table is above its first row.
      const [above, below] = ['3,582,750,000,000.00', '7,165,500,000,000.00'];
      expect([first!.includes(above!), first!.includes(below!)]).toEqual([true, false]);
      expect([second!.includes(above!), second!.includes(below!)]).toEqual([false, true]);
    });
  });
});
