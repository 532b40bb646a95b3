import { decimal } from '@carrara/domain/kernel';
import { accountColumn, accountPeriods, type CapitalAccount } from '@carrara/domain/performance/capitalAccount';
import { checkTemplate, parties, readTemplate } from '@carrara/domain/performance/ilpa';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { readWorkbook } from './read/readWorkbook.ts';
import { type ReportingTemplate, reportingTemplateWorkbook } from './reportingTemplate.ts';
import { findOfficeSuite, recalculate } from './testing/recalculate.ts';

const column = (rows: Readonly<Record<number, string>>) =>
  accountColumn(new Map(Object.entries(rows).map(([row, amount]) => [Number(row), decimal(amount)])));
const account = (times: number): CapitalAccount => {
  const scaled = (amount: string) => decimal(amount).mul(times).toFixed(2);
  const flows = {
    13: scaled('1500000.10'),
    14: scaled('-800000'),
    21: scaled('-50000.55'),
    24: scaled('10000'),
    93: scaled('450000'),
  };
  const opened = { ...flows, 12: scaled('10000000'), 13: scaled('200000') };
  const whole = { ...flows, 13: scaled('10200000.00') };
  return { QTD: column(opened), YTD: column(opened), ITD: column({ ...whole, 108: scaled('12000000') }) };
};
const template: ReportingTemplate = {
  fund: '=Alder Fund III, L.P.',
  investor: 'LP #5',
  currency: 'USD',
  dates: [
    { label: 'Inception Date', date: '2022-02-23' },
    { label: 'Fund Termination Date', date: null },
  ],
  accounts: { LP: account(1), Fund: account(3), GP: account(2) },
  footnotes: ['Known as of the close of 2026-06-30.'],
};
const bytes = await reportingTemplateWorkbook(template);
const workbook = new ExcelJS.Workbook();
await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
const sheet = workbook.worksheets[0]!;

describe('a workbook of ILPA’s Reporting Template', () => {
  it('has each row in its line, with the template’s formulas and the product’s figures', () => {
    expect(sheet.getCell('A18').value).toBe('Total Cash / Non-Cash Flows (Contributions, Less Distributions)');
    expect(sheet.getCell('B18')).toMatchObject({ formula: 'SUM(B13:B17)', result: -600000 });
    expect(sheet.getCell('C81').formula).toBe('C78+C79-C80');
    expect(sheet.getCell('J104').formula).toBe('J95-J103');
    expect(sheet.getCell('G13').value).toBe(30600000);
    expect(sheet.getCell('A1').type).toBe(ExcelJS.ValueType.String);
    expect(sheet.getCell('A10').value).toBe('A. Capital Account Statement for LP #5');
    expect(sheet.getCell('B8').value).toBe("LP #5's Allocation of Total Fund");
  });

  it('marks undetermined values, and keeps the figures next to them instead of a formula over them', async () => {
    const without = (capitalAccount: CapitalAccount): CapitalAccount => ({
      ...capitalAccount,
      QTD: new Map([...capitalAccount.QTD].filter(([row]) => ![21, 18, 91].includes(row))),
    });
    const { LP, Fund, GP } = template.accounts;
    const partly = new ExcelJS.Workbook();
    const altered = await reportingTemplateWorkbook({ ...template, accounts: { LP: without(LP), Fund, GP } });
    await partly.xlsx.load(altered as unknown as ArrayBuffer);
    const at = (address: string) => partly.worksheets[0]!.getCell(address).value;
    expect(['B21', 'B18', 'B91'].map(at)).toEqual(Array(3).fill('not determined'));
    expect(at('B95')).toBe(sheet.getCell('B95').result);
    expect(at('C95')).toEqual(sheet.getCell('C95').value);
  });

  it('passes the check for received templates', async () => {
    const sheets = (await readWorkbook(bytes))._unsafeUnwrap();
    const read = readTemplate(sheets[0]!.rows)._unsafeUnwrap();
    expect(read.columns.map(({ party, period }) => [party, period])).toEqual(
      parties.flatMap((party) => accountPeriods.map((period) => [party, period])),
    );
    const { differences, missing, compared } = checkTemplate(read);
    expect(missing).toEqual([]);
    expect(compared).toBeGreaterThan(200);
    expect(differences.filter(({ isTolerated }) => !isTolerated)).toEqual([]);
  });

  const officeSuite = findOfficeSuite();
  it.runIf(officeSuite !== undefined)('gives the same figures when a spreadsheet recalculates it', async () => {
    const formulas = await recalculate(bytes, officeSuite!);
    expect(formulas).toHaveLength(26 * 9);
    for (const { address, stored, computed } of formulas)
      expect(Number(computed), address).toBeCloseTo(Number(stored), 2);
  });
});
