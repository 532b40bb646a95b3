/** A cell of an uploaded sheet: dates as YYYY-MM-DD, numbers as the decimal that the spreadsheet shows. */
export interface SheetCell {
  /** From 1. */
  readonly column: number;
  readonly type: 'text' | 'number' | 'date' | 'boolean' | 'error';
  readonly text: string;
  /** Where it stands in its sheet, such as C7. */
  readonly address?: string;
  /** A number that the spreadsheet shows as a percentage: 0.2 is 20 %. */
  readonly isPercent?: boolean;
}

/** A sheet as a spreadsheet reader hands it on: the rows that hold anything. */
export interface UploadedSheet {
  readonly name: string;
  readonly rows: readonly { readonly row: number; readonly cells: readonly SheetCell[] }[];
}

/** What is wrong with an uploaded file, where a person finds it. */
export interface RowError {
  readonly sheet: string;
  /** As the workbook numbers it; null when it is about the whole sheet. */
  readonly row: number | null;
  /** The heading of the column; null when it is about the whole row. */
  readonly column: string | null;
  readonly reason: string;
}

/** A reason as a sentence, alike for all kinds of files. A fragment that speaks of its cell begins with the heading of the column. */
export function rowReason({ column, reason }: RowError): string {
  if (reason.endsWith('.')) return reason;
  const start = /^(?:(?<verb>is|has|holds|lies|stands) |(?<quote>'))/.exec(reason)?.groups;
  if (column === null || start === undefined) return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  return `${column}${start['quote'] === undefined ? '' : ':'} ${reason}.`;
}

/** What a cell says, as a reason quotes it: of a long text its beginning. */
export const quotedCell = ({ text }: Pick<SheetCell, 'text'>): string =>
  text.length > mostQuoted ? `${text.slice(0, mostQuoted)}…` : text;
const mostQuoted = 40;

/**
 * What is wrong with a row that has something under no heading. The comma in 10,000.00 moves all that follows it by a cell, so that nothing else in such a
 * row is certain.
 */
export function cellAstray(
  sheet: string,
  headings: UploadedSheet['rows'][number] | undefined,
): (row: UploadedSheet['rows'][number]) => RowError | undefined {
  const isFilled = ({ text }: SheetCell) => text.trim() !== '';
  const headed = new Set((headings?.cells ?? []).filter(isFilled).map(({ column }) => column));
  return ({ row, cells }) => {
    const astray = cells.find((cell) => isFilled(cell) && !headed.has(cell.column));
    return (
      astray && {
        sheet,
        row,
        column: null,
        reason: `'${quotedCell(astray)}' ${standsUnderNone} ${sheet === 'csv' ? orQuotes : orClear}`,
      }
    );
  };
}
const standsUnderNone = 'has no heading. Add one to its column, or';
const orQuotes = 'put the text in quotes that the comma belongs to.';
/** In a workbook no comma moves a cell. */
const orClear = 'clear the cell.';

/** The order in which a person goes through the workbook: by sheet, then by row. */
export function inOrderOfRows(errors: readonly RowError[], sheets: readonly string[]): RowError[] {
  const order = new Map(sheets.map((name, at) => [name, at]));
  const place = ({ sheet }: RowError) => order.get(sheet) ?? order.size;
  return errors.toSorted((one, other) => place(one) - place(other) || (one.row ?? 0) - (other.row ?? 0));
}
