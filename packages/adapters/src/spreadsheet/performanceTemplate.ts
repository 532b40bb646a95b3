import type { PerformanceTemplateAnswer } from '@carrara/contract/performance/ilpa/ilpa';
import { type PerformanceColumn, performanceColumns, findTreatment } from '@carrara/domain/performance/ilpa';
import ExcelJS from 'exceljs';
import {
  bodyStyles,
  cellText,
  headerStyles,
  noteStyle,
  putCell,
  putFormula,
  titleStyle,
  totalStyles,
} from './cells.ts';
import { cellAddress } from './listWorkbook.ts';

const HEAD_LINE = 4;
const IRR_LINE = 5;
const MULTIPLE_LINE = 6;
const LIST_HEAD = 8;
const FIRST_COLUMN = 4;
/** Layout of the second sheet: date, amount and sign for each of the four columns. */
const WIDTH = 3;
const FLOWS_HEAD = 2;
const flowsSheet = 'Flows by column';
const templateSheet = 'Performance Template';
const sides = { paidIn: 'paid in', received: 'received' } as const;
const methods = { GRANULAR: 'granular', GROSS_UP: 'gross-up' } as const;
const american = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

/**
 * Creates ILPA's Performance Template v1.1 for a fund. It has the statement of cash flows with the four columns that
 * each line contributes to, and rates and multiples as formulas. The second sheet has each column's flows sorted by
 * date, as Excel's XIRR requires.
 *
 * Source: ILPA Performance Template v1.1, 2025-03-31.
 */
export async function performanceTemplateWorkbook(template: PerformanceTemplateAnswer, today: string): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  workbook.creator = 'Carrara';
  workbook.lastModifiedBy = 'Carrara';
  const sheet = workbook.addWorksheet(templateSheet, {
    views: [{ state: 'frozen', xSplit: 0, ySplit: LIST_HEAD }],
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  });
  const flows = workbook.addWorksheet(flowsSheet);
  writeHead(sheet, template);
  template.lines.forEach((line, i) => writeLine(sheet.getRow(LIST_HEAD + 1 + i), line));
  performanceColumns.forEach((column, i) => {
    const last = writeFlows(flows, template, column, i);
    writeFigures(sheet, template, column, i, last);
  });
  const note = sheet.getCell(LIST_HEAD + template.lines.length + 2, 1);
  note.value = cellText(`Created by Carrara on ${american(today)} from the ledger of ${template.fund.fundName}.`);
  note.style = noteStyle;
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

type Line = PerformanceTemplateAnswer['lines'][number];

function writeHead(
  sheet: ExcelJS.Worksheet,
  { fund, currency, endDate, method, coversAllPartners, figures }: PerformanceTemplateAnswer,
): void {
  for (const [i, width] of [14, 20, 78, 22, 22, 22, 22].entries()) sheet.getColumn(i + 1).width = width;
  sheet.getCell(1, 1).value = cellText(fund.fundName);
  sheet.getCell(1, 1).style = titleStyle;
  const scope = coversAllPartners ? 'all investors, since no one pays fees' : 'fee-paying investors';
  sheet.getCell(2, 1).value = cellText(
    `ILPA Performance Template v1.1 (${methods[method]}) as of ${american(endDate)}, in ${currency}, for ${scope}`,
  );
  sheet.getCell(2, 1).style = noteStyle;
  figures.forEach(({ title }, i) => {
    for (const line of [HEAD_LINE, LIST_HEAD])
      putCell(sheet.getCell(line, FIRST_COLUMN + i), 'text', title, headerStyles.money);
  });
  putCell(sheet.getCell(IRR_LINE, 3), 'text', 'Since inception: IRR', totalStyles.text);
  putCell(sheet.getCell(MULTIPLE_LINE, 3), 'text', 'Since inception: TVPI / MOIC', totalStyles.text);
  putCell(sheet.getCell(LIST_HEAD, 1), 'text', 'Effective date', headerStyles.date);
  putCell(sheet.getCell(LIST_HEAD, 2), 'text', 'Amount', headerStyles.money);
  putCell(sheet.getCell(LIST_HEAD, 3), 'text', 'Transaction type', headerStyles.text);
}

function writeLine(row: ExcelJS.Row, line: Line): void {
  putCell(row.getCell(1), 'date', line.date);
  putCell(row.getCell(2), 'money', line.amount);
  putCell(row.getCell(3), 'text', line.type);
  performanceColumns.forEach((column, i) => {
    const cell = line[column];
    if (cell === null) return;
    putFormula(row, FIRST_COLUMN + i, cellAddress(2, row.number), cell.amount);
    row.getCell(FIRST_COLUMN + i).style = bodyStyles.money;
  });
}

/** Writes the flows of a column by date. Returns the row of the last one. */
function writeFlows(
  sheet: ExcelJS.Worksheet,
  { lines, method, figures }: PerformanceTemplateAnswer,
  column: PerformanceColumn,
  at: number,
): number {
  const first = at * (WIDTH + 1) + 1;
  sheet.getColumn(first).width = 14;
  sheet.getColumn(first + 1).width = 20;
  putCell(sheet.getCell(1, first), 'text', figures[at]?.title ?? column, totalStyles.text);
  for (const [i, title] of ['Day', 'Amount', 'Side'].entries()) {
    putCell(sheet.getCell(FLOWS_HEAD, first + i), 'text', title, headerStyles.text);
  }
  const own = lines
    .flatMap((line, i) => {
      const cell = line[column];
      return cell === null ? [] : [{ line, cell, row: LIST_HEAD + 1 + i }];
    })
    .sort((a, b) => (a.cell.date < b.cell.date ? -1 : a.cell.date > b.cell.date ? 1 : 0));
  own.forEach(({ line, cell, row }, i) => {
    const into = sheet.getRow(FLOWS_HEAD + 1 + i);
    putCell(into.getCell(first), 'date', cell.date);
    putFormula(into, first + 1, `'${templateSheet}'!${cellAddress(FIRST_COLUMN + at, row)}`, cell.amount);
    into.getCell(first + 1).style = bodyStyles.money;
    const side = findTreatment(method, line.type)?.[column];
    putCell(into.getCell(first + 2), 'text', side && sides[side]);
  });
  return FLOWS_HEAD + own.length;
}

/** Writes the rate and multiple of a column. An undetermined rate is written in words. */
function writeFigures(
  sheet: ExcelJS.Worksheet,
  { figures }: PerformanceTemplateAnswer,
  column: PerformanceColumn,
  at: number,
  last: number,
): void {
  const found = figures.find((figure) => figure.column === column);
  if (found === undefined) return;
  const first = at * (WIDTH + 1) + 1;
  const span = (offset: number) =>
    `'${flowsSheet}'!${cellAddress(first + offset, FLOWS_HEAD + 1)}:${cellAddress(first + offset, last)}`;
  const [days, amounts, side] = [span(0), span(1), span(2)];
  const into = FIRST_COLUMN + at;
  const { irr, irrAnnualized, multiple, notDetermined } = found;
  if (irr === null) {
    putCell(sheet.getCell(IRR_LINE, into), 'text', `n.d.: ${notDetermined[0]?.message ?? ''}`, totalStyles.text);
  } else {
    const rate = `XIRR(${amounts},${days},${guessOf(irr)})`;
    const ofSpan = `(1+${rate})^((MAX(${days})-MIN(${days}))/365)-1`;
    putFormula(sheet.getRow(IRR_LINE), into, `100*(${irrAnnualized === false ? ofSpan : rate})`, irr);
    sheet.getCell(IRR_LINE, into).style = totalStyles[irrAnnualized === false ? 'spanReturn' : 'return'];
  }
  if (multiple === null) return;
  const sumOf = (name: string) => `SUMIF(${side},"${name}",${amounts})`;
  putFormula(sheet.getRow(MULTIPLE_LINE), into, `${sumOf(sides.received)}/-${sumOf(sides.paidIn)}`, multiple);
  sheet.getCell(MULTIPLE_LINE, into).style = totalStyles.multiple;
}

/**
 * Returns the starting guess for XIRR: close to the displayed rate, so that the spreadsheet finds the same of several
 * solutions.
 */
const guessOf = (percent: string): string => `${percent}/100`;
