import { needsSubject } from '../../kernel/index.ts';

/** A cell of an uploaded sheet. Dates are YYYY-MM-DD, numbers are decimals as the spreadsheet displays them. */
export interface SheetCell {
  /** Starts at 1. */
  readonly column: number;
  readonly type: 'text' | 'number' | 'date' | 'boolean' | 'error';
  readonly text: string;
  /** Its address in the sheet, such as C7. */
  readonly address?: string;
  /** True for a number that the spreadsheet displays as a percentage: 0.2 is 20%. */
  readonly isPercent?: boolean;
}

/** A sheet from a spreadsheet reader: its nonempty rows. */
export interface UploadedSheet {
  readonly name: string;
  readonly rows: readonly { readonly row: number; readonly cells: readonly SheetCell[] }[];
}

/** The sheet name of a CSV file, which has only one. People don't see it. */
export const csvSheet = 'csv';

/** An error in an uploaded file, with its location. */
export interface RowError {
  readonly sheet: string;
  /** The row number in the workbook; null if it is about the whole sheet. */
  readonly row: number | null;
  /** The heading of the column; null if it is about the whole row. */
  readonly column: string | null;
  readonly reason: string;
}

/** Formats a reason as a sentence, in the same way for all kinds of files. A reason without a subject is about its column. */
export function rowReason({ column, reason }: RowError): string {
  if (reason.endsWith('.')) return reason;
  return column !== null && needsSubject(reason)
    ? `${column} ${reason}.`
    : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

/** Returns the location of an error for a line of text. Omits the sheet of a CSV file, and the column if the reason begins with it. */
export const errorLocation = ({
  sheet,
  row,
  column,
  reason,
}: Omit<RowError, 'sheet'> & { readonly sheet: string | null }): string =>
  [
    sheet === csvSheet ? null : sheet,
    row === null ? null : `row ${String(row)}`,
    reason.startsWith(`${column ?? ''} `) ? null : column,
  ]
    .filter(Boolean)
    .join(', ');

/** Returns a cell's text as quoted in a reason, shortened if it is long. */
export const quotedCell = ({ text }: Pick<SheetCell, 'text'>): string =>
  text.length > mostQuoted ? `${text.slice(0, mostQuoted)}…` : text;
const mostQuoted = 40;

/**
 * Returns the error of a row with a cell that has no heading. A comma in 10,000.00 shifts all following cells, so nothing else in such a row is
 * reliable.
 */
export function misplacedCellError(
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
        reason: `'${quotedCell(astray)}' ${missingHeadingText} ${sheet === csvSheet ? orQuotes : orClear}`,
      }
    );
  };
}
const missingHeadingText = 'has no heading. Add one to its column, or';
const orQuotes = 'put quotes around the text that contains the comma.';
/** For workbooks, where commas don't shift cells. */
const orClear = 'clear the cell.';

/** Sorts errors in reading order: by sheet, then by row. */
export function sortByRow(errors: readonly RowError[], sheets: readonly string[]): RowError[] {
  const order = new Map(sheets.map((name, at) => [name, at]));
  const sheetOrder = ({ sheet }: RowError) => order.get(sheet) ?? order.size;
  return errors.toSorted(
    (error, other) => sheetOrder(error) - sheetOrder(other) || (error.row ?? 0) - (other.row ?? 0),
  );
}

/** Returns the first errors and the number of the others. One wrong column makes every row wrong, so a longer list wouldn't help. */
export function firstErrors(errors: readonly RowError[], most: number): RowError[] {
  const first = errors.slice(0, most);
  const sheet = errors[0]?.sheet ?? '';
  return errors.length > most ? [...first, unlistedErrors(sheet, errors.length - most)] : first;
}

/** Returns the line that stands for errors that aren't listed. */
export const unlistedErrors = (sheet: string, count: number): RowError => ({
  sheet,
  row: null,
  column: null,
  reason: `${count.toLocaleString('en')} more errors are not listed here.`,
});
