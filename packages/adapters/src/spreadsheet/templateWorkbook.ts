import ExcelJS from 'exceljs';
import { cellNumber, cellText, cellValue, headerStyles } from './cells.ts';

interface TemplateColumn {
  readonly title: string;
  readonly width?: number | undefined;
  /** Hint on valid values, displayed at the heading. */
  readonly hint: string;
  readonly format?: string | undefined;
  /** The only values allowed, offered as a list. */
  readonly allowedValues?: readonly string[] | undefined;
  /** How the cells of filled rows are written; as text by default. */
  readonly cells?: 'number' | 'date' | undefined;
}
export interface TemplateSheet {
  readonly name: string;
  readonly columns: readonly TemplateColumn[];
  /** Rows that are filled in already; null is an empty cell. */
  readonly rows?: readonly (readonly (string | null)[])[];
}

const ROWS_WITH_CHOICES = 2000;

const filledCell = (text: string, cells: TemplateColumn['cells']) =>
  cells === 'number' ? cellNumber(text) : cells === 'date' ? cellValue('date', text) : cellText(text);

/** Creates a workbook to fill in: headings with hints, formats and choices, and the rows that are filled in already. */
export async function templateWorkbook(sheets: readonly TemplateSheet[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  workbook.creator = 'Carrara';
  workbook.lastModifiedBy = 'Carrara';
  for (const { name, columns, rows = [] } of sheets) {
    const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
    for (const [index, { title, width, hint, format, allowedValues: choices }] of columns.entries()) {
      const column = sheet.getColumn(index + 1);
      column.width = width ?? Math.max(14, title.length + 3);
      if (format) column.numFmt = format;
      const cell = sheet.getCell(1, index + 1);
      cell.value = title;
      cell.style = headerStyles.text;
      cell.note = hint;
      if (!choices) continue;
      for (let row = 2; row <= ROWS_WITH_CHOICES; row += 1) {
        sheet.getCell(row, index + 1).dataValidation = {
          type: 'list',
          allowBlank: true,
          formulae: [`"${choices.join(',')}"`],
        };
      }
    }
    for (const [at, cells] of rows.entries()) {
      for (const [index, text] of cells.entries())
        if (text !== null) sheet.getCell(at + 2, index + 1).value = filledCell(text, columns[index]?.cells);
    }
  }
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
