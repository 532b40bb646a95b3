import { type CalendarDate, decimal, err, moneyText, ok, type Result } from '../../kernel/index.ts';
import { isRefusal, parseDecimalText } from '../../kernel/typedNumber/index.ts';
import {
  misplacedCellError,
  type ImportFields,
  quotedCell,
  readDay,
  type RowError,
  type SheetCell,
  type UploadedSheet,
} from '../../platform/upload/index.ts';

/** The columns of an opening balance file. */
export const openingColumns = {
  asOf: 'As of',
  participant: 'Participant',
  source: 'Source',
  accrued: 'Accrued',
  distributed: 'Distributed',
  escrow: 'Escrow held',
} as const;
export type OpeningColumn = keyof typeof openingColumns;
const amount = { kind: 'money' } as const;
/** The same columns, as fields that a mapping template can fill from other headings. */
export const openingImportFields = {
  asOf: { title: openingColumns.asOf, kind: 'date', required: true, hint: 'date of the balances; required' },
  participant: {
    title: openingColumns.participant,
    kind: 'text',
    required: true,
    hint: 'code of an employee or trust; required',
  },
  source: {
    title: openingColumns.source,
    kind: 'text',
    required: true,
    hint: 'code of a fund or coinvestment, investment/holder, or investment/holder/number of a tranche; required',
  },
  accrued: {
    ...amount,
    title: openingColumns.accrued,
    required: true,
    hint: 'carry accrued by that date, paid or not; required',
  },
  distributed: {
    ...amount,
    title: openingColumns.distributed,
    hint: 'gross carry distributed by that date, including escrow',
  },
  escrow: { ...amount, title: openingColumns.escrow, hint: 'the part of it still held in escrow on that date' },
} as const satisfies ImportFields;
const names = Object.keys(openingColumns) as OpeningColumn[];
const required: ReadonlySet<OpeningColumn> = new Set(['asOf', 'participant', 'source', 'accrued']);

/** A row of the file: codes as written, amounts as money. Null if a cell is empty or unreadable. */
export interface OpeningRow {
  readonly sheet: string;
  readonly row: number;
  readonly asOf: CalendarDate | null;
  readonly participant: string | null;
  readonly source: string | null;
  readonly accrued: string | null;
  readonly distributed: string | null;
  readonly escrow: string | null;
}

/** Every row with content, including rows with unreadable cells, and the errors. */
export interface ReadOpenings {
  readonly rows: readonly OpeningRow[];
  readonly errors: readonly RowError[];
  readonly notes: readonly string[];
}

/** The number of rows that may precede the headings, such as titles. */
const mostRowsAbove = 10;
type Row = UploadedSheet['rows'][number];
type ColumnPositions = ReadonlyMap<OpeningColumn, number>;

/**
 * Reads opening balances from a workbook. On each sheet with the headings, a row is a participant's balance at a source as of a date.
 *
 * Reports all errors together, each with sheet, row, column and reason. Skips sheets without the headings and notes them.
 */
export function readOpeningSheets(sheets: readonly UploadedSheet[]): ReadOpenings {
  const read: OpeningRow[] = [];
  const errors: RowError[] = [];
  const notes: string[] = [];
  const needed = names.filter((name) => required.has(name)).map((name) => openingColumns[name]);
  for (const { name, rows } of sheets) {
    const at = rows.slice(0, mostRowsAbove).findIndex((row) => locationsOf(row) !== undefined);
    const locations = locationsOf(rows[at]);
    if (locations === undefined) {
      notes.push(`The sheet '${name}' doesn’t have the headings ${needed.join(', ')} and is ignored.`);
      continue;
    }
    const astrayIn = misplacedCellError(name, rows[at]);
    for (const row of rows.slice(at + 1)) {
      const astray = astrayIn(row);
      if (astray !== undefined) {
        errors.push(astray);
        continue;
      }
      const found = readRow(name, row, locations);
      if (found === undefined) continue;
      read.push(found.row);
      errors.push(...found.errors);
    }
  }
  if (sheets.length > 0 && notes.length === sheets.length)
    errors.push({
      sheet: sheets[0]?.name ?? '',
      row: 1,
      column: null,
      reason: `no sheet has the headings ${needed.join(', ')}`,
    });
  else if (read.length === 0 && errors.length === 0)
    errors.push({ sheet: sheets[0]?.name ?? '', row: null, column: null, reason: 'no row has a balance' });
  return { rows: read, errors, notes };
}

/** Returns the column number of each heading; undefined if a required one is missing. */
function locationsOf(header: Row | undefined): ColumnPositions | undefined {
  const positions = new Map<OpeningColumn, number>();
  for (const { column, text } of header?.cells ?? []) {
    const columnName = names.find((name) => openingColumns[name].toLowerCase() === text.trim().toLowerCase());
    if (columnName !== undefined && !positions.has(columnName)) positions.set(columnName, column);
  }
  return names.every((name) => !required.has(name) || positions.has(name)) ? positions : undefined;
}

function readRow(
  sheet: string,
  { row, cells }: Row,
  positions: ColumnPositions,
): { readonly row: OpeningRow; readonly errors: readonly RowError[] } | undefined {
  const cellOf = (name: OpeningColumn): SheetCell | undefined => {
    const cell = cells.find(({ column }) => column === positions.get(name));
    return cell === undefined || cell.text.trim() === '' ? undefined : cell;
  };
  if (names.every((name) => cellOf(name) === undefined)) return undefined;
  const errors: RowError[] = [];
  const readColumn = <T>(name: OpeningColumn, how: (cell: SheetCell) => Result<T, string>): T | null => {
    const cell = cellOf(name);
    const value = cell !== undefined ? how(cell) : required.has(name) ? err('is required') : ok(null);
    if (value.isOk()) return value.value;
    errors.push({ sheet, row, column: openingColumns[name], reason: value.error });
    return null;
  };
  const asOf = readColumn('asOf', readDay);
  const participant = readColumn('participant', readCode);
  const source = readColumn('source', readCode);
  const accrued = readColumn('accrued', readMoney);
  const distributed = readColumn('distributed', readMoney);
  const escrow = readColumn('escrow', readMoney);
  return { row: { sheet, row, asOf, participant, source, accrued, distributed, escrow }, errors };
}

const readCode = ({ text }: SheetCell): Result<string, string> => ok(text.trim());

function readMoney(cell: SheetCell): Result<string, string> {
  const read = cell.type === 'error' ? null : parseDecimalText(cell.text, 2, true, 'amount');
  if (read === null) return err(`'${quotedCell(cell)}' is not an amount`);
  return isRefusal(read) ? err(`'${quotedCell(cell)}' ${read.refused}`) : ok(moneyText(decimal(read)));
}
