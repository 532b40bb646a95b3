import type { Writable } from 'node:stream';
import { bodyStyles, columnWidth, headerStyles, indentStyle, putCell, putFormula, totalStyles } from './cells.ts';
import type { Kind } from '@carrara/contract/core/kinds';
import { cellAddress } from './listWorkbook.ts';
import { commitRow, type Writer } from './workbookStream.ts';

export const FIRST_DATA_ROW = 2;

/**
 * A column of a sheet: its value for a row, and whether the total adds it up. `T` is the type of the product's own
 * totals.
 */
export interface SheetColumn<R, T = unknown> {
  readonly title: string;
  readonly kind: Kind;
  readonly value: (row: R) => unknown;
  readonly total?: (whole: T) => string | null;
  /** Text of a cell without a value. */
  readonly nullIs?: string;
  readonly width?: number;
}

export interface ColumnSheet<R, T = unknown> {
  readonly name: string;
  readonly columns: readonly SheetColumn<R, T>[];
  readonly rows: readonly R[];
  /** The product's totals. The row below the table shows them as cached values of its formulas. */
  readonly totals?: T | undefined;
  /** Formula of a total. Defaults to the sum of all rows. */
  readonly sum?: (range: (column: number) => string, column: number) => string;
  /** Formula for a row that is the sum of rows below it. Undefined for other rows. */
  readonly formulaOf?: (row: R, at: number, column: number) => string | undefined;
  /** Indentation of the first column. */
  readonly indentOf?: (row: R) => number;
}

/** Writes a table with a frozen header, filters, and a row of totals below. */
export async function writeColumnSheet<R, T>(writer: Writer, out: Writable, table: ColumnSheet<R, T>): Promise<void> {
  const { columns, rows } = table;
  const sheet = writer.addWorksheet(table.name, {
    views: [{ state: 'frozen', ySplit: 1, xSplit: 1 }],
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0, printTitlesRow: '1:1' },
  });
  sheet.columns = columns.map(({ kind, title, width }) => ({ width: width ?? columnWidth(kind, title) }));
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } };
  const header = sheet.getRow(1);
  for (const [at, { kind, title }] of columns.entries())
    putCell(header.getCell(at + 1), 'text', title, headerStyles[kind]);
  await commitRow(sheet, header, out);

  const last = FIRST_DATA_ROW + rows.length - 1;
  for (const [index, record] of rows.entries()) {
    const at = FIRST_DATA_ROW + index;
    const row = sheet.getRow(at);
    const indent = table.indentOf?.(record) ?? 0;
    for (const [position, column] of columns.entries()) {
      const cell = row.getCell(position + 1);
      const value = column.value(record);
      const isUnknown = value === null && column.nullIs !== undefined;
      const style = position === 0 && indent > 0 ? indentStyle(indent) : bodyStyles[column.kind];
      putCell(cell, isUnknown ? 'text' : column.kind, isUnknown ? column.nullIs : value, style);
      const formula = isUnknown ? undefined : column.total && table.formulaOf?.(record, at, position + 1);
      if (formula) putFormula(row, position + 1, formula, String(value));
    }
    await commitRow(sheet, row, out);
  }
  if (table.totals && rows.length > 0) {
    const row = sheet.getRow(last + 1);
    const range = (column: number) => `${cellAddress(column, FIRST_DATA_ROW)}:${cellAddress(column, last)}`;
    const sum = table.sum ?? ((cell, column) => `SUM(${cell(column)})`);
    for (const [position, column] of columns.entries()) {
      row.getCell(position + 1).style = totalStyles[column.kind];
      if (column.total)
        putFormula(row, position + 1, `ROUND(${sum(range, position + 1)},2)`, column.total(table.totals));
      else if (position === 0) row.getCell(1).value = 'Total';
    }
    await commitRow(sheet, row, out);
  }
  sheet.commit();
}
