import ExcelJS from 'exceljs';
import { moneyText } from '@carrara/domain/kernel';
import {
  accountPeriods,
  type CapitalAccount,
  templateRow,
  templateRowNumbers,
  type Term,
  formulaTerms,
} from '@carrara/domain/performance/capitalAccount';
import { parties, partyTitles, type Party } from '@carrara/domain/performance/ilpa';
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

export interface ReportingTemplate {
  readonly fund: string;
  readonly investor: string;
  readonly currency: string;
  /** Dates to display, such as inception, closings and period. */
  readonly dates: readonly { readonly label: string; readonly date: string | null }[];
  readonly accounts: Readonly<Record<Party, CapitalAccount>>;
  /** Notes printed below: author, source and the date of knowledge. */
  readonly footnotes: readonly string[];
}

const PERIOD_LINE = 9;
const PARTY_LINE = 8;
const LABEL_WIDTH = 84;
const FIGURE_WIDTH = 18;
const LAST_LINE = 131;

/** Party and period of each column of figures, from the second on. */
const columns = parties.flatMap((party) => accountPeriods.map((period) => ({ party, period })));

/**
 * Creates ILPA's Reporting Template v2.0 for an investor in a vehicle, each row at the line of the official sheet.
 * Figures that the template computes are formulas with the product's figure as cached value.
 *
 * Source: ILPA Reporting Template v2.0, 2025.
 */
export async function reportingTemplateWorkbook(template: ReportingTemplate): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  workbook.creator = 'Carrara';
  workbook.lastModifiedBy = 'Carrara';
  const sheet = workbook.addWorksheet('Reporting Template', {
    views: [{ state: 'frozen', xSplit: 1, ySplit: PERIOD_LINE }],
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  });
  sheet.getColumn(1).width = LABEL_WIDTH;
  for (const [i] of columns.entries()) sheet.getColumn(i + 2).width = FIGURE_WIDTH;
  writeHead(sheet, template);
  for (const row of templateRowNumbers) writeRow(sheet, row, template);
  template.footnotes.forEach((footnote, i) => {
    const cell = sheet.getCell(LAST_LINE + 2 + i, 1);
    cell.value = cellText(footnote);
    cell.style = noteStyle;
  });
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

function writeHead(sheet: ExcelJS.Worksheet, { fund, investor, currency, dates }: ReportingTemplate): void {
  sheet.getCell(1, 1).value = cellText(fund);
  sheet.getCell(1, 1).style = titleStyle;
  sheet.getCell(2, 1).value = `ILPA Reporting Template v2.0, in ${cellText(currency)}`;
  sheet.getCell(2, 1).style = noteStyle;
  // The dates are spread over columns, so that they end above the headings however many there are.
  const lines = PARTY_LINE - 3;
  dates.forEach(({ label, date }, i) => {
    const column = 1 + Math.floor(i / lines) * 3;
    const line = 3 + (i % lines);
    sheet.getCell(line, column).value = cellText(column === 1 ? `${label}: ${date ?? '-'}` : label);
    if (column > 1) sheet.getCell(line, column + 1).value = date ?? '-';
  });
  columns.forEach(({ party, period }, i) => {
    if (period === accountPeriods[0]) {
      putCell(sheet.getCell(PARTY_LINE, i + 2), 'text', partyTitles[party](investor), headerStyles.text);
    }
    putCell(sheet.getCell(PERIOD_LINE, i + 2), 'text', period, headerStyles.money);
  });
}

function writeRow(sheet: ExcelJS.Worksheet, row: number, { investor, accounts }: ReportingTemplate): void {
  const rule = templateRow(row);
  if (rule === undefined) return;
  const line = sheet.getRow(row);
  const isBold = rule.heading === true || rule.formula !== undefined;
  const label = row === 10 ? `A. Capital Account Statement for ${investor}` : rule.label;
  putCell(line.getCell(1), 'text', label, isBold ? totalStyles.text : bodyStyles.text);
  if (rule.heading) return;
  columns.forEach(({ party, period }, i) => {
    const amount = accounts[party][period].get(row);
    const value = amount === undefined ? null : moneyText(amount);
    const cell = line.getCell(i + 2);
    const terms = rule.formula === undefined ? [] : formulaTerms(rule.formula);
    const style = rule.formula === undefined ? bodyStyles.money : totalStyles.money;
    // A figure that is determined although one of its terms is not is written as a value: its formula would give the
    // wrong result.
    if (terms.length === 0 || value === null || terms.some((term) => !accounts[party][period].has(term.row))) {
      putAmount(cell, value, style);
      return;
    }
    putFormula(line, i + 2, excelFormula(terms, i + 2), value);
    cell.style = style;
  });
}

/** Returns a SUM for three or more neighboring rows that are added, otherwise the single terms. */
function excelFormula(terms: readonly Term[], column: number): string {
  const [first, last] = [terms[0], terms.at(-1)];
  if (first && last && terms.length > 2 && terms.every(({ row, sign }, i) => sign === 1 && row === first.row + i))
    return `SUM(${cellAddress(column, first.row)}:${cellAddress(column, last.row)})`;
  return terms.map(({ row, sign }, i) => `${sign < 0 ? '-' : i === 0 ? '' : '+'}${cellAddress(column, row)}`).join('');
}
