import type { Readable } from 'node:stream';
import type { CellFormulaValue } from 'exceljs';
import { bodyStyles, cellNumber, columnWidth, headerStyles, putCell, totalStyles } from './cells.ts';
import { cellIn, type PrintedColumn, type PrintedRow, type PrintedTotals } from './readable.ts';
import { disbursed, runningTotals, statusFields, totalLabel, totalRows } from './runningTotals.ts';
import { commitRow, sheetName, workbookStream } from './workbookStream.ts';

export interface PrintedList {
  readonly title: string;
  readonly columns: readonly PrintedColumn[];
  readonly rows: AsyncIterable<PrintedRow> | Iterable<PrintedRow>;
  /** What the product itself shows as totals; summed from the rows when left out. */
  readonly totals?: PrintedTotals | undefined;
}

const letter = (column: number): string => {
  const rest = Math.floor((column - 1) / 26);
  return (rest > 0 ? letter(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26));
};
export const cellAddress = (column: number, row: number): string => `${letter(column)}${row}`;

/**
 * Any list as an Excel workbook, written while the rows arrive: memory stays flat however many there are.
 *
 * Numbers are numbers in the format of their kind, dates are dates without a time zone, text is text whatever it begins with. The header
 * stays in view and filters; totals are formulas that already hold their value.
 */
export function listWorkbook(list: PrintedList): Readable {
  const { title, columns } = list;
  return workbookStream(title, async (writer, out) => {
    const sheet = writer.addWorksheet(sheetName(title, new Set()), {
      views: [{ state: 'frozen', ySplit: 1 }],
      pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
    });
    sheet.columns = columns.map((column) => ({ width: columnWidth(column.kind, column.title) }));
    sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: Math.max(columns.length, 1) } };
    const header = sheet.getRow(1);
    for (const [at, column] of columns.entries()) {
      putCell(header.getCell(at + 1), 'text', column.title, headerStyles[column.kind]);
    }
    await commitRow(sheet, header, out);

    const sums = runningTotals(columns);
    let last = 1;
    for await (const record of list.rows) {
      last += 1;
      const row = sheet.getRow(last);
      for (const [at, column] of columns.entries()) {
        const { kind, value } = cellIn(column, record);
        putCell(row.getCell(at + 1), kind, value, bodyStyles[column.kind]);
      }
      sums.add(record);
      await commitRow(sheet, row, out);
    }
    const totals =
      columns.some((column) => column.total) && last > 1
        ? totalRows(sums.totals(), list.totals, totalLabel(columns))
        : [];
    for (const [below, { label, values, isWhole }] of totals.entries()) {
      const row = sheet.getRow(last + 1 + below);
      for (const [at, column] of columns.entries()) {
        const cell = row.getCell(at + 1);
        cell.style = totalStyles[column.total === 'count' ? 'count' : column.kind];
        const value = values.get(column.field);
        if (column.total && value !== undefined) {
          const range = `${cellAddress(at + 1, 2)}:${cellAddress(at + 1, last)}`;
          const formula = totalFormula(column, range, statusRange(columns, last));
          const result = cellNumber(value);
          // A column of several currencies has no sum; each of its totals stands as it is.
          cell.value =
            isWhole && formula && typeof result === 'number' ? ({ formula, result } as CellFormulaValue) : result;
        } else if (at === 0) cell.value = label;
      }
      await commitRow(sheet, row, out);
    }
    sheet.commit();
  });
}

/** The cells that tell the state of each run; undefined where the list does not show it. */
function statusRange(columns: readonly PrintedColumn[], last: number): string | undefined {
  const at = columns.findIndex(({ field }) => statusFields.includes(field));
  return at < 0 ? undefined : `${cellAddress(at + 1, 2)}:${cellAddress(at + 1, last)}`;
}

/** Undefined where no formula over the cells gives the total, which then stands as it is. */
function totalFormula({ total }: PrintedColumn, range: string, status: string | undefined): string | undefined {
  if (total === 'count') return `COUNTA(${range})`;
  if (total === 'sum') return `SUM(${range})`;
  return status && `SUMIF(${status},"${disbursed}",${range})`;
}
