import type { ImportField, ImportFields } from './importField.ts';
import { readImportValue } from './importValue.ts';
import { type Mapping, sameText } from './mapping.ts';
import { cellAstray, type RowError, rowReason, type SheetCell, type UploadedSheet } from './sheet.ts';

type TableRow = UploadedSheet['rows'][number];

const noColumn = 'The file has no column';
const noHeadings = 'The file has no known heading';
/** True for the reasons with which files with other headings are rejected. */
export const isHeadingReason = (reason: string): boolean =>
  reason.startsWith(noColumn) || reason.startsWith(noHeadings);

/** A parsed row of a file. An empty cell has no value. */
export interface ReadRow {
  /** The row number in the file, starting at 1. */
  readonly row: number;
  readonly values: Readonly<Partial<Record<string, string>>>;
  /** The number of amounts from which rounding noise was removed. */
  readonly rounded: number;
  /** The columns with an invalid cell, which is already reported. The row can't be entered. */
  readonly unread?: readonly string[];
}

export interface TableReader {
  /** Errors in headings: one that the mapping names is missing, or one is repeated. */
  readonly headingErrors: readonly RowError[];
  /** Headings that are ignored. */
  readonly unread: readonly string[];
  /** Reads a row with its errors; undefined for an empty one. */
  read(row: TableRow): { readonly row: ReadRow; readonly errors: readonly RowError[] } | undefined;
}

/**
 * Reads the rows of a table by a mapping, one at a time, so that none has to stay in memory. `headings` is the row of the headings.
 *
 * Each error has its sheet, row and heading, and a reason as a sentence.
 */
export function tableReader(
  fields: ImportFields,
  mapping: Mapping,
  sheet: string,
  headings: TableRow | undefined,
): TableReader {
  const placed = new Map<string, SheetCell>();
  const errors: RowError[] = [];
  const at = (column: string | null, reason: string): RowError => ({
    sheet,
    row: headings?.row ?? mapping.firstRow,
    column,
    reason,
  });
  for (const cell of headings?.cells ?? []) {
    const name = sameText(cell.text);
    if (name === '') continue;
    if (placed.has(name)) errors.push(at(cell.text, `The file has two columns '${cell.text.trim()}'.`));
    else placed.set(name, cell);
  }
  const fixed = new Map(mapping.fixed.map(({ field, value }) => [field, value]));
  const labels = new Map<string, Map<string, string>>();
  for (const { field, own, code } of mapping.codes) {
    const ofField = labels.get(field) ?? new Map<string, string>();
    labels.set(field, ofField.set(sameText(own), code));
  }
  const columns = mapping.columns.flatMap(({ heading, field }) => {
    const definition = fields[field];
    const cell = placed.get(sameText(heading));
    if (definition === undefined) return [];
    if (cell !== undefined) return [{ field, definition, heading: cell.text.trim(), column: cell.column }];
    // Among the product's own titles, only required ones must be present. A heading that somebody mapped must be present too.
    if (definition.required || sameText(heading) !== sameText(definition.title))
      errors.push(at(heading, `${noColumn} '${heading}', which is read as ${definition.title}.`));
    return [];
  });
  // If no column is required, a file of another kind may have headings that aren't recognized, so nothing would be read.
  if (columns.length === 0 && errors.length === 0 && placed.size > 0) {
    const titles = mapping.columns.map(({ heading }) => heading).join(', ');
    errors.push(
      at(
        null,
        titles === ''
          ? 'The mapping assigns no column of the file to a field. Assign at least one.'
          : `${noHeadings}: ${titles}.`,
      ),
    );
  }
  const astrayIn = cellAstray(sheet, headings);
  const mapped = new Set(columns.map(({ column }) => column));
  const unread = [...placed.values()].filter(({ column }) => !mapped.has(column)).map(({ text }) => text.trim());
  const constants = [...fixed].flatMap(([field, text]) => {
    const definition = fields[field];
    return definition === undefined ? [] : [{ field, definition, text }];
  });

  return {
    headingErrors: errors,
    unread,
    read({ row, cells }) {
      const byColumn = new Map(cells.map((cell) => [cell.column, cell]));
      const values: Partial<Record<string, string>> = {};
      const wrong: RowError[] = [];
      const missed: string[] = [];
      let rounded = 0;
      let isEmpty = true;
      const astray = astrayIn({ row, cells });
      if (astray !== undefined)
        return { row: { row, values, rounded, unread: columns.map(({ field }) => field) }, errors: [astray] };
      const take = (
        { field, definition }: { readonly field: string; readonly definition: ImportField },
        column: string,
        cell: SheetCell | undefined,
      ) => {
        if (cell === undefined || cell.text.trim() === '') {
          if (definition.required) {
            wrong.push({ sheet, row, column, reason: `${definition.title} is required.` });
            missed.push(field);
          }
          return;
        }
        const code = labels.get(field)?.get(sameText(cell.text));
        const read = readImportValue(
          code === undefined ? cell : { ...cell, type: 'text', text: code },
          definition,
          mapping,
        );
        if (read.isErr()) {
          wrong.push({
            sheet,
            row,
            column,
            reason: rowReason({ sheet, row, column: definition.title, reason: read.error }),
          });
          missed.push(field);
          return;
        }
        values[field] = read.value.text;
        if (read.value.isRounded) rounded += 1;
      };
      for (const column of columns) {
        const cell = byColumn.get(column.column);
        if (cell !== undefined && cell.text.trim() !== '') isEmpty = false;
        take(column, column.heading, cell);
      }
      if (isEmpty) return undefined;
      for (const constant of constants)
        take(constant, constant.definition.title, { column: 0, type: 'text', text: constant.text });
      return { row: { row, values, rounded, ...(missed.length > 0 ? { unread: missed } : {}) }, errors: wrong };
    },
  };
}
