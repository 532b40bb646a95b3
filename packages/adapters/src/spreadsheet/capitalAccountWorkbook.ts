import ExcelJS from 'exceljs';
import {
  type CapitalAccountAnswer,
  type CapitalAccountLine,
  casPeriods,
} from '@carrara/contract/performance/capitalAccount/capitalAccount';
import { calendarDate, decimal, moneyText, zip, required, displayedDate } from '@carrara/domain/kernel';
import { templateRow, formulaTerms } from '@carrara/domain/performance/capitalAccount';
import { accountSummary } from '@carrara/domain/performance/statement';
import {
  bodyStyles,
  cellText,
  headerStyles,
  noteStyle,
  putAmount,
  putCell,
  putFormula,
  titleStyle,
  totalStyles,
} from './cells.ts';
import { cellAddress } from './listWorkbook.ts';

const LABEL_WIDTH = 84;
const FIGURE_WIDTH = 20;
const HEAD = 4;
const spans = ['qtd', 'ytd', 'itd'] as const;

const columns: readonly { readonly field: keyof CapitalAccountLine; readonly title: string }[] = [
  { field: 'beginning', title: 'Beginning NAV' },
  { field: 'contributions', title: 'Contributions' },
  { field: 'distributions', title: 'Distributions' },
  { field: 'otherFlows', title: 'Costs and transfers' },
  { field: 'operating', title: 'Net operating income' },
  { field: 'realized', title: 'Realized gain' },
  { field: 'unrealized', title: 'Unrealized gain' },
  { field: 'ending', title: 'Ending NAV' },
  { field: 'carryOwed', title: 'Carry owed' },
  { field: 'endingBeforeCarry', title: 'Ending NAV before carry' },
  { field: 'commitment', title: 'Commitment' },
  { field: 'unfunded', title: 'Unfunded' },
];

/**
 * Creates a workbook of a capital account with formulas. For a whole fund, it also has a sheet of partners for each
 * span, with formulas for lines and totals.
 */
export async function capitalAccountWorkbook(account: CapitalAccountAnswer): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  workbook.creator = 'Carrara';
  workbook.lastModifiedBy = 'Carrara';
  writeAccount(workbook, account);
  if (account.investor === null) {
    for (const [{ code, description }, span] of zip(casPeriods, spans))
      writePartners(workbook, account, `Partners ${code}`, description, span);
  }
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

const pageSetup = { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 } as const;

function writeHead(
  sheet: ExcelJS.Worksheet,
  { fund, investor, currency, endDate, basedOn }: CapitalAccountAnswer,
  title: string,
): void {
  sheet.getCell(1, 1).value = cellText(`${title}: ${investor?.name ?? fund.name}`);
  sheet.getCell(1, 1).style = titleStyle;
  sheet.getCell(2, 1).value = cellText(
    `${fund.name}, ${displayedDate(calendarDate(endDate))}, in ${currency}; ${basedOn}`,
  );
  sheet.getCell(2, 1).style = noteStyle;
}

function writeAccount(workbook: ExcelJS.Workbook, account: CapitalAccountAnswer): void {
  const sheet = workbook.addWorksheet('Capital account', {
    views: [{ state: 'frozen', xSplit: 1, ySplit: HEAD }],
    pageSetup,
  });
  sheet.getColumn(1).width = LABEL_WIDTH;
  writeHead(sheet, account, 'Capital Account Statement');
  account.periods.forEach(({ description }, at) => {
    sheet.getColumn(at + 2).width = FIGURE_WIDTH;
    putCell(sheet.getCell(HEAD, at + 2), 'text', description, headerStyles.money);
  });
  const lines = new Map(account.rows.map(({ row }, at) => [row, HEAD + 1 + at]));
  const lineOf = (row: number) => required(lines.get(row), `row ${String(row)} of the account`);
  for (const row of account.rows) {
    const line = sheet.getRow(lineOf(row.row));
    putCell(line.getCell(1), 'text', row.label, row.isHeading || row.isTotal ? totalStyles.text : bodyStyles.text);
    if (row.isHeading) continue;
    const formula = templateRow(row.row)?.formula;
    spans.forEach((span, at) => {
      const cell = line.getCell(at + 2);
      // With undetermined rows, a formula would give a different sum.
      if (formula === undefined || row[span] === null || account.notDetermined.length > 0) {
        putAmount(cell, row[span], formula === undefined ? undefined : totalStyles.money);
        return;
      }
      const terms = formulaTerms(formula).map(({ row: otherRow, sign }, i) => {
        const address = cellAddress(at + 2, lineOf(otherRow));
        return `${sign < 0 ? '-' : i === 0 ? '' : '+'}${address}`;
      });
      putFormula(line, at + 2, terms.join(''), row[span]);
      cell.style = totalStyles.money;
    });
  }
}

function writePartners(
  workbook: ExcelJS.Workbook,
  account: CapitalAccountAnswer,
  name: string,
  title: string,
  span: (typeof spans)[number],
): void {
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', xSplit: 1, ySplit: HEAD }], pageSetup });
  sheet.getColumn(1).width = FIGURE_WIDTH * 2;
  writeHead(sheet, account, title);
  putCell(sheet.getCell(HEAD, 1), 'text', 'Partner', headerStyles.text);
  columns.forEach((column, at) => {
    sheet.getColumn(at + 2).width = FIGURE_WIDTH;
    putCell(sheet.getCell(HEAD, at + 2), 'text', column.title, headerStyles.money);
  });
  const ending = columns.findIndex(({ field }) => field === 'ending');
  account.partners.forEach((partner, i) => {
    const line = sheet.getRow(HEAD + 1 + i);
    putCell(line.getCell(1), 'text', partner.investor.name);
    columns.forEach(({ field }, at) => {
      const value = partner[span][field];
      if (at !== ending || account.notDetermined.length > 0) putAmount(line.getCell(at + 2), value);
      else {
        putFormula(line, at + 2, `SUM(${cellAddress(2, line.number)}:${cellAddress(at + 1, line.number)})`, value);
        line.getCell(at + 2).style = bodyStyles.money;
      }
    });
  });
  const last = HEAD + account.partners.length;
  const total = sheet.getRow(last + 1);
  putCell(total.getCell(1), 'text', 'Total', totalStyles.text);
  const amounts = account.rows.flatMap(({ row, [span]: amount }) =>
    amount === null ? [] : [[row, decimal(amount)] as const],
  );
  const whole = accountSummary(new Map(amounts));
  columns.forEach(({ field }, at) => {
    const cell = total.getCell(at + 2);
    const amount = whole[field];
    const value = amount && moneyText(amount);
    if (account.notDetermined.length > 0) putAmount(cell, value);
    else putFormula(total, at + 2, `SUM(${cellAddress(at + 2, HEAD + 1)}:${cellAddress(at + 2, last)})`, value);
    cell.style = totalStyles.money;
  });
}
