import type { Readable, Writable } from 'node:stream';
import type { Cell, Fill, Style } from 'exceljs';
import { bodyStyles, headerStyles, putCell } from './cells.ts';
import type { CellContent, ReadSheet } from './read/readWorkbook.ts';
import { commitRow, sheetName, workbookStream, type Writer } from './workbookStream.ts';

/** An error in an uploaded workbook, with its location. */
export interface CellError {
  readonly sheet: string;
  readonly row: number | null;
  /** Heading of the column. */
  readonly column: string | null;
  readonly reason: string;
}

const wrongFill: Fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFC7CE' } };
const wrong: Partial<Style> = { fill: wrongFill, font: { name: 'Calibri', size: 11, color: { argb: 'FF9C0006' } } };
const errorColumns = [
  ['Sheet', 28],
  ['Row', 8],
  ['Column', 28],
  ['Errors', 100],
] as const;
const sameText = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

function put(cell: Cell, { type, text, isPercent }: CellContent): void {
  if (type === 'number')
    putCell(cell, isPercent ? 'rate' : 'shares', text, { numFmt: isPercent ? '0.00##########%' : 'General' });
  else if (type === 'date') putCell(cell, 'date', text);
  else if (type === 'boolean') cell.value = text === 'TRUE';
  else putCell(cell, 'text', text);
}

/** Returns the column to mark for an error: its own, otherwise the first of its row. */
const positionOf = ({ column }: CellError, header: ReadSheet['rows'][number] | undefined): number =>
  header?.cells.find(({ text }) => column !== null && sameText(text, column))?.column ?? header?.cells[0]?.column ?? 1;

async function writeErrors(writer: Writer, out: Writable, name: string, errors: readonly CellError[]): Promise<void> {
  const sheet = writer.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = errorColumns.map(([, width]) => ({ width }));
  const header = sheet.getRow(1);
  for (const [at, [title]] of errorColumns.entries()) putCell(header.getCell(at + 1), 'text', title, headerStyles.text);
  await commitRow(sheet, header, out);
  for (const [at, error] of errors.entries()) {
    const row = sheet.getRow(at + 2);
    putCell(row.getCell(1), 'text', error.sheet);
    if (error.row !== null) putCell(row.getCell(2), 'count', String(error.row));
    putCell(row.getCell(3), 'text', error.column);
    putCell(row.getCell(4), 'longText', error.reason, bodyStyles.longText);
    await commitRow(sheet, row, out);
  }
  // The file accepts the next sheet only after the end of this one.
  sheet.commit();
}

async function writeMarked(
  writer: Writer,
  out: Writable,
  { name, rows }: ReadSheet,
  usedNames: Set<string>,
  errors: readonly CellError[],
): Promise<void> {
  const sheet = writer.addWorksheet(sheetName(name, usedNames));
  const [header] = rows;
  const cells = new Map(rows.map((row) => [row.row, row.cells]));
  const marks = new Map<number, Map<number, string[]>>();
  for (const error of errors) {
    const row = error.row ?? header?.row ?? 1;
    const positions = marks.get(row) ?? new Map<number, string[]>();
    const at = positionOf(error, header);
    const { column } = error;
    const exists =
      column === null ||
      error.reason.startsWith(`${column} `) ||
      header?.cells.some(({ text }) => sameText(text, column));
    positions.set(at, [...(positions.get(at) ?? []), exists ? error.reason : `${column}: ${error.reason}`]);
    marks.set(row, positions);
  }
  for (const number of [...new Set([...cells.keys(), ...marks.keys()])].sort((a, b) => a - b)) {
    const row = sheet.getRow(number);
    for (const cell of cells.get(number) ?? []) put(row.getCell(cell.column), cell);
    for (const [column, reasons] of marks.get(number) ?? []) {
      const cell = row.getCell(column);
      cell.style = { ...cell.style, ...wrong };
      cell.note = reasons.join('\n');
    }
    await commitRow(sheet, row, out);
  }
  sheet.commit();
}

/**
 * Rewrites an uploaded workbook with its values in their places. Every cell with an error is colored and has a note,
 * and a sheet in front lists all errors. A new file is written from the values, so that no other content of an
 * untrusted file is sent back.
 */
export function markedWorkbook(title: string, sheets: readonly ReadSheet[], errors: readonly CellError[]): Readable {
  return workbookStream(title, async (writer, out) => {
    const usedNames = new Set(sheets.map(({ name }) => name.toLowerCase()));
    const first = sheetName('Errors', usedNames);
    await writeErrors(writer, out, first, errors);
    const used = new Set([first.toLowerCase()]);
    for (const sheet of sheets)
      await writeMarked(
        writer,
        out,
        sheet,
        used,
        errors.filter((error) => sameText(error.sheet, sheet.name)),
      );
  });
}
