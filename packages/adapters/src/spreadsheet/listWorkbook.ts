import type { Readable } from 'node:stream';
import { countedNoun, coverageLines, namesInFile } from '@carrara/contract/core/coverage';
import { carriedMark } from '@carrara/contract/core/displayedFigure';
import { totalTitle } from '@carrara/contract/core/fields';
import { notDetermined } from '@carrara/contract/core/kinds';
import type { CellFormulaValue, Row } from 'exceljs';
import {
  bodyStyles,
  cellNumber,
  cellText,
  columnWidth,
  headerStyles,
  putCell,
  putFormula,
  totalStyles,
} from './cells.ts';
import { type PrintedReport, reportLines, type SumLine } from './reportLines.ts';
import { cellIn, type PrintedColumn, type PrintedRow, type PrintedTotals } from './readable.ts';
import { countLabels, runningTotals, statusFields, type TotalRow, totalRows } from './runningTotals.ts';
import { commitRow, sheetName, workbookStream } from './workbookStream.ts';

export interface PrintedList {
  readonly title: string;
  readonly columns: readonly PrintedColumn[];
  readonly rows: AsyncIterable<PrintedRow> | Iterable<PrintedRow>;
  /** Totals as the product displays them. Summed from the rows if absent. */
  readonly totals?: PrintedTotals | undefined;
  readonly report?: PrintedReport | undefined;
  /** Plural noun for the things a total's coverage counts. Defaults to the title. */
  readonly counted?: string | undefined;
  /** Notes below a printed table. Other files contain the same in their rows. */
  readonly notes?: readonly string[] | undefined;
  /** Person and time, if the file should name them. */
  readonly createdFor?: string | undefined;
}

const letter = (column: number): string => {
  const rest = Math.floor((column - 1) / 26);
  return (rest > 0 ? letter(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26));
};
export const cellAddress = (column: number, row: number): string => `${letter(column)}${row}`;

/**
 * Streams any list as an Excel workbook, so that memory use doesn't grow with the number of rows.
 *
 * Numbers keep the format of their kind, dates have no time zone, and text is never interpreted. The header stays
 * visible and has filters. Totals are formulas with cached values.
 */
export function listWorkbook(list: PrintedList): Readable {
  const { title, columns } = list;
  return workbookStream(title, async (writer, out) => {
    const sheetNames = new Set<string>();
    const sheet = writer.addWorksheet(sheetName(title, sheetNames), {
      views: [{ state: 'frozen', ySplit: 1 }],
      pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
    });
    const { rows, hasNotes } = await withNotes(list.rows);
    const titled = [...columns, ...(hasNotes ? [{ kind: 'text' as const, title: 'Notes' }] : [])];
    sheet.columns = titled.map((column) => ({ width: columnWidth(column.kind, column.title) }));
    sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: Math.max(titled.length, 1) } };
    const header = sheet.getRow(1);
    for (const [at, column] of titled.entries()) {
      putCell(header.getCell(at + 1), 'text', column.title, headerStyles[column.kind]);
    }
    await commitRow(sheet, header, out);

    const sums = runningTotals(columns);
    let last = 1;
    for await (const line of reportLines(rows, columns, list.report)) {
      last += 1;
      const row = sheet.getRow(last);
      if ('note' in line) {
        putCell(row.getCell(1), 'text', line.note, bodyStyles.text);
        await commitRow(sheet, row, out);
        continue;
      }
      if ('sum' in line) {
        putSums(row, columns, line.sum, list.report?.splitBy ?? []);
        await commitRow(sheet, row, out);
        continue;
      }
      const record = line.row;
      for (const [at, column] of columns.entries()) {
        const { kind, value } = cellIn(column, record);
        // Words in place of a figure are aligned like the figure.
        putCell(row.getCell(at + 1), kind, value, bodyStyles[kind === 'text' ? column.kind : kind]);
      }
      const mark = carriedMark(record);
      if (mark !== undefined) putCell(row.getCell(columns.length + 1), 'text', `${mark}.`, bodyStyles.text);
      sums.add(record);
      await commitRow(sheet, row, out);
    }
    const totals =
      !list.report && columns.some((column) => column.total) && last > 1
        ? totalRows(sums.totals(), list.totals, totalTitle(columns))
        : [];
    for (const [below, total] of totals.entries()) {
      const row = sheet.getRow(last + 1 + below);
      putTotals(row, columns, total, last);
      await commitRow(sheet, row, out);
    }
    const notes = totals.length === 0 ? [] : coverageLines(list.totals ?? [], columns, countedNoun(list), namesInFile);
    for (const [below, note] of notes.entries()) {
      const row = sheet.getRow(last + 1 + totals.length + below);
      putCell(row.getCell(1), 'text', note, bodyStyles.text);
      await commitRow(sheet, row, out);
    }
    sheet.commit();
    const { createdFor: recipient } = list;
    const requested = [
      ...(list.report?.parameters ?? []),
      ...(recipient === undefined ? [] : [{ title: 'Made for', kind: 'text' as const, text: recipient }]),
    ];
    if (requested.length === 0) return;
    const parameters = writer.addWorksheet(sheetName('Parameters', sheetNames));
    parameters.columns = [{ width: 24 }, { width: 44 }];
    for (const [at, { title: name, kind, text }] of requested.entries()) {
      const row = parameters.getRow(at + 1);
      putCell(row.getCell(1), 'text', name, headerStyles.text);
      putCell(row.getCell(2), kind, text, bodyStyles[kind]);
      await commitRow(parameters, row, out);
    }
    parameters.commit();
  });
}

/** Returns the rows, and whether they can have marks, which need a column. */
async function withNotes(rows: PrintedList['rows']) {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  const first = await iterator.next();
  async function* all() {
    for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
  }
  return { rows: all(), hasNotes: first.done !== true && 'carriedFrom' in first.value };
}

/** Writes a row of totals below the rows. `last` is the last of them. */
function putTotals(
  row: Row,
  columns: readonly PrintedColumn[],
  { label, values, isWhole }: TotalRow,
  last: number,
): void {
  for (const [at, column] of columns.entries()) {
    const cell = row.getCell(at + 1);
    cell.style = totalStyles[column.total === 'count' ? 'count' : column.kind];
    const value = values.get(column.field);
    if (column.total && value !== undefined) {
      const range = `${cellAddress(at + 1, 2)}:${cellAddress(at + 1, last)}`;
      const formula = totalFormula(column, range, statusRange(columns, last));
      const result = value === null ? notDetermined : cellNumber(value);
      // A column of several currencies has no sum, so each of its totals is written as a value.
      cell.value =
        isWhole && formula && typeof result === 'number' ? ({ formula, result } as CellFormulaValue) : result;
    } else if (at === 0) cell.value = label;
  }
}

/**
 * Writes the sums of a report's group below its rows: formulas over the rows with the same values in the columns that
 * separate the sums.
 */
function putSums(
  row: Row,
  columns: readonly PrintedColumn[],
  { label, values, splitKeys, lines, index: location }: SumLine,
  splitLabels: readonly string[],
): void {
  const last = row.number - 1 - location;
  const range = (at: number) => `${cellAddress(at + 1, last - lines + 1)}:${cellAddress(at + 1, last)}`;
  const alike = splitLabels.map((field, n) => {
    const at = columns.findIndex((column) => column.field === field);
    return `${range(at)},"${(splitKeys[n] ?? '').replaceAll('"', '""')}"`;
  });
  for (const [at, { field, kind }] of columns.entries()) {
    const cell = row.getCell(at + 1);
    cell.style = totalStyles[kind];
    const value = values.get(field);
    if (at === 0) cell.value = cellText(label);
    else if (kind === 'money' && value !== undefined)
      putFormula(
        row,
        at + 1,
        alike.length > 0 ? `SUMIFS(${[range(at), ...alike].join(',')})` : `SUBTOTAL(9,${range(at)})`,
        value,
      );
    else if (value !== undefined) cell.value = value === null ? notDetermined : cellNumber(value);
  }
}

/** Returns the range of cells with the status of each run. Undefined if the list doesn't have that column. */
function statusRange(columns: readonly PrintedColumn[], last: number): string | undefined {
  const at = columns.findIndex(({ field }) => statusFields.includes(field));
  return at < 0 ? undefined : `${cellAddress(at + 1, 2)}:${cellAddress(at + 1, last)}`;
}

/**
 * Returns the formula for a total. Undefined if no formula over the cells gives it; then the total is written as a
 * value.
 */
function totalFormula({ total }: PrintedColumn, range: string, status: string | undefined): string | undefined {
  if (total === 'count') return `COUNTA(${range})`;
  if (total === 'sum') return `SUM(${range})`;
  return (
    status &&
    countLabels(total)
      ?.map((word) => `SUMIF(${status},"${word}",${range})`)
      .join('+')
  );
}
