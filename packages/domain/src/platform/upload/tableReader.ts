import { err } from '../../kernel/index.ts';
import type { ImportField, ImportFields } from './importField.ts';
import { readImportValue } from './importValue.ts';
import { type Mapping, sameText } from './mapping.ts';
import { misplacedCellError, type RowError, rowReason, type SheetCell, type UploadedSheet } from './sheet.ts';

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
  const errorAt: HeadingError = (column, reason) => ({
    sheet,
    row: headings?.row ?? mapping.firstRow,
    column,
    reason,
  });
  const { cellByHeading, repeated } = readHeadings(headings, errorAt);
  const { columns, missing } = mapColumns(fields, mapping, cellByHeading, errorAt);
  const headingErrors = [...repeated, ...missing];
  // If no column is required, a file of another kind may have headings that aren't recognized, so nothing would be read.
  if (columns.length === 0 && headingErrors.length === 0 && cellByHeading.size > 0) {
    const titles = mapping.columns.map(({ heading }) => heading).join(', ');
    headingErrors.push(
      errorAt(
        null,
        titles === ''
          ? 'The mapping assigns no column of the file to a field. Assign at least one.'
          : `${noHeadings}: ${titles}.`,
      ),
    );
  }
  const astrayIn = misplacedCellError(sheet, headings);
  const mapped = new Set(columns.map(({ column }) => column));
  const unread = [...cellByHeading.values()].filter(({ column }) => !mapped.has(column)).map(({ text }) => text.trim());
  const constants = [...new Map(mapping.fixed.map(({ field, value }) => [field, value]))].flatMap(([field, text]) => {
    const definition = fields[field];
    return definition === undefined ? [] : [{ field, definition, text }];
  });
  const readCell = cellReader(mapping, sheet);

  return {
    headingErrors,
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
      const readField = (field: MappedField, column: string, cell: SheetCell | undefined) => {
        const read = readCell(field, row, cell);
        if (read === undefined) return;
        if (read.isErr()) {
          wrong.push({ sheet, row, column, reason: read.error });
          missed.push(field.field);
          return;
        }
        values[field.field] = read.value.text;
        if (read.value.isRounded) rounded += 1;
      };
      for (const column of columns) {
        const cell = byColumn.get(column.column);
        if (cell !== undefined && cell.text.trim() !== '') isEmpty = false;
        readField(column, column.heading, cell);
      }
      if (isEmpty) return undefined;
      for (const constant of constants)
        readField(constant, constant.definition.title, { column: 0, type: 'text', text: constant.text });
      return { row: { row, values, rounded, ...(missed.length > 0 ? { unread: missed } : {}) }, errors: wrong };
    },
  };
}

type HeadingError = (column: string | null, reason: string) => RowError;

/** A field of the import that the mapping fills. */
interface MappedField {
  readonly field: string;
  readonly definition: ImportField;
}
interface MappedColumn extends MappedField {
  readonly heading: string;
  readonly column: number;
}

/** Returns the heading cells by their text, and an error for each repeated heading. */
function readHeadings(headings: TableRow | undefined, errorAt: HeadingError) {
  const cellByHeading = new Map<string, SheetCell>();
  const repeated: RowError[] = [];
  for (const cell of headings?.cells ?? []) {
    const name = sameText(cell.text);
    if (name === '') continue;
    if (cellByHeading.has(name)) repeated.push(errorAt(cell.text, `The file has two columns '${cell.text.trim()}'.`));
    else cellByHeading.set(name, cell);
  }
  return { cellByHeading, repeated };
}

/** Returns the columns of the file that the mapping assigns to fields, and an error for each heading that must be present but is missing. */
function mapColumns(
  fields: ImportFields,
  mapping: Mapping,
  cellByHeading: ReadonlyMap<string, SheetCell>,
  errorAt: HeadingError,
) {
  const missing: RowError[] = [];
  const columns = mapping.columns.flatMap(({ heading, field }): MappedColumn[] => {
    const definition = fields[field];
    const cell = cellByHeading.get(sameText(heading));
    if (definition === undefined) return [];
    if (cell !== undefined) return [{ field, definition, heading: cell.text.trim(), column: cell.column }];
    // Among the product's own titles, only required ones must be present. A heading that somebody mapped must be present too.
    if (definition.required || sameText(heading) !== sameText(definition.title))
      missing.push(errorAt(heading, missingText(heading, definition.title)));
    return [];
  });
  return { columns, missing };
}

/** Says that a column is missing. A mapped heading differs from the title of its field. */
const missingText = (heading: string, title: string): string =>
  sameText(heading) === sameText(title)
    ? `${noColumn} '${heading}'. Add it, or use a mapping template.`
    : `${noColumn} '${heading}'. The mapping template reads ${title} from it.`;

/** Returns a function that reads a cell of a row as the value of a field, or the reason why it is invalid. Undefined if an optional cell is empty. */
function cellReader(mapping: Mapping, sheet: string) {
  const labels = new Map<string, Map<string, string>>();
  for (const { field, own, code } of mapping.codes) {
    const ofField = labels.get(field) ?? new Map<string, string>();
    labels.set(field, ofField.set(sameText(own), code));
  }
  return ({ field, definition }: MappedField, row: number, cell: SheetCell | undefined) => {
    if (cell === undefined || cell.text.trim() === '')
      return definition.required ? err(`${definition.title} is required.`) : undefined;
    const code = labels.get(field)?.get(sameText(cell.text));
    return readImportValue(
      code === undefined ? cell : { ...cell, type: 'text', text: code },
      definition,
      mapping,
    ).mapErr((reason) => rowReason({ sheet, row, column: definition.title, reason }));
  };
}
