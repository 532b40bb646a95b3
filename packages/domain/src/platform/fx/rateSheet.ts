import {
  misplacedCellError,
  type ImportFields,
  quotedCell,
  readDay,
  type RowError,
  type UploadedSheet,
} from '../upload/index.ts';
import { type CalendarDate, decimal, type Decimal, err, ok, type Result } from '@carrara/domain/kernel';
import { type DecimalRefusal, isRefusal, parseDecimalText } from '@carrara/domain/kernel/typedNumber';

/** A rate as entered in a sheet row or by a person. */
interface EnteredRate {
  readonly date: CalendarDate;
  readonly from: string;
  readonly to: string;
  readonly rate: Decimal;
}

/** A rate with its location in the file. */
export interface SheetRate extends EnteredRate {
  readonly sheet: string;
  readonly row: number;
}

export interface ReadRates {
  readonly rates: readonly SheetRate[];
  readonly errors: readonly RowError[];
  readonly notes: readonly string[];
}

/** The columns of a rate file. All are required. */
export const rateColumns = { date: 'Date', from: 'From', to: 'To', rate: 'Rate' } as const;
/** The same columns, as fields that a mapping template can fill from other headings. */
export const rateImportFields = {
  date: { title: rateColumns.date, kind: 'date', required: true, hint: 'a date; required' },
  from: { title: rateColumns.from, kind: 'text', required: true, hint: 'code of a currency, such as EUR; required' },
  to: { title: rateColumns.to, kind: 'text', required: true, hint: 'code of a currency, such as USD; required' },
  rate: {
    title: rateColumns.rate,
    kind: 'number',
    required: true,
    hint: 'the amount of To for one unit of From, above zero, at most 10 decimals; required',
  },
} as const satisfies ImportFields;
type RateColumn = keyof typeof rateColumns;
const names = Object.keys(rateColumns) as RateColumn[];

const mostRateDecimals = 10;
const mostWholeDigits = 10;
/** The number of rows that may precede the headings, such as titles. */
const mostRowsAbove = 10;

type Row = UploadedSheet['rows'][number];
type Cell = Row['cells'][number];

/**
 * Reads rates from a workbook. On each sheet with the four headings, a row is one rate of one date. The European
 * Central Bank's format is accepted too. It has a date, then one column per currency with its rate to one euro, where
 * a blank cell or N/A means no rate.
 *
 * Reports all errors together, each with sheet, row, column and reason. Skips sheets without the headings and notes them.
 */
export function readRateSheets(sheets: readonly UploadedSheet[]): ReadRates {
  const rates: SheetRate[] = [];
  const errors: RowError[] = [];
  const notes: string[] = [];
  for (const { name, rows } of sheets) {
    const across = rows.slice(0, mostRowsAbove).findIndex((row) => currenciesOf(row) !== undefined);
    const currencies = currenciesOf(rows[across]);
    if (currencies !== undefined) {
      for (const row of rows.slice(across + 1)) {
        const refuse = (column: string, reason: string) => errors.push({ sheet: name, row: row.row, column, reason });
        for (const read of readAcross(row, currencies, refuse)) rates.push({ ...read, sheet: name, row: row.row });
      }
      continue;
    }
    const at = rows.slice(0, mostRowsAbove).findIndex((row) => locationsOf(row) !== undefined);
    const locations = locationsOf(rows[at]);
    if (locations === undefined) {
      notes.push(
        `The sheet '${name}' doesn’t have the headings ${Object.values(rateColumns).join(', ')} and is ignored.`,
      );
      continue;
    }
    const astrayIn = misplacedCellError(name, rows[at]);
    for (const row of rows.slice(at + 1)) {
      const astray = astrayIn(row);
      if (astray !== undefined) {
        errors.push(astray);
        continue;
      }
      const refuse = (column: RateColumn, reason: string) =>
        errors.push({ sheet: name, row: row.row, column: rateColumns[column], reason });
      const read = readRow(row, locations, refuse);
      if (read !== undefined) rates.push({ ...read, sheet: name, row: row.row });
    }
  }
  if (sheets.length > 0 && notes.length === sheets.length) {
    const reason = `no sheet has the headings ${Object.values(rateColumns).join(', ')}`;
    errors.push({ sheet: sheets[0]?.name ?? '', row: 1, column: null, reason });
  }
  return { rates, errors, notes };
}

/** Returns the column number of each heading; undefined if one is missing. */
function locationsOf(header: Row | undefined): ReadonlyMap<RateColumn, number> | undefined {
  const positions = new Map<RateColumn, number>();
  for (const { column, text } of header?.cells ?? []) {
    const columnName = names.find((name) => rateColumns[name].toLowerCase() === text.trim().toLowerCase());
    if (columnName !== undefined && !positions.has(columnName)) positions.set(columnName, column);
  }
  return positions.size === names.length ? positions : undefined;
}

/** The base currency of rates listed with one column per currency. */
const euro = 'EUR';
const isMissing = ({ text }: Cell) => ['', 'N/A'].includes(text.trim().toUpperCase());

/** Returns the currency that each column's heading names; undefined if a heading is something else. */
function currenciesOf(header: Row | undefined): ReadonlyMap<number, string> | undefined {
  const [date, ...others] = (header?.cells ?? []).filter(({ text }) => text.trim() !== '');
  if (date?.text.trim().toLowerCase() !== rateColumns.date.toLowerCase()) return undefined;
  const isCurrency = ({ text }: Cell) => /^[A-Z]{3}$/.test(text.trim()) && text.trim() !== euro;
  return others.length > 0 && others.every(isCurrency)
    ? new Map([[date.column, ''], ...others.map(({ column, text }) => [column, text.trim()] as const)])
    : undefined;
}

function readAcross(
  { cells }: Row,
  currencies: ReadonlyMap<number, string>,
  refuse: (column: string, reason: string) => void,
): readonly EnteredRate[] {
  const filled = cells.filter((cell) => !isMissing(cell));
  if (filled.length === 0) return [];
  const first = filled.find(({ column }) => currencies.get(column) === '');
  const date = first === undefined ? err('is required') : readDay(first);
  if (date.isErr()) refuse(rateColumns.date, date.error);
  return filled.flatMap((cell) => {
    const to = currencies.get(cell.column);
    if (cell === first || date.isErr()) return [];
    if (!to) {
      refuse(rateColumns.date, `'${quotedCell(cell)}' has no currency heading above it`);
      return [];
    }
    const rate = readRate(cell);
    if (rate.isErr()) refuse(to, rate.error);
    return rate.isOk() ? [{ date: date.value, from: euro, to, rate: rate.value }] : [];
  });
}

function readRow(
  { cells }: Row,
  positions: ReadonlyMap<RateColumn, number>,
  refuse: (column: RateColumn, reason: string) => void,
): EnteredRate | undefined {
  const cellOf = (name: RateColumn): Cell | undefined => {
    const cell = cells.find(({ column }) => column === positions.get(name));
    return cell === undefined || cell.text.trim() === '' ? undefined : cell;
  };
  if (names.every((name) => cellOf(name) === undefined)) return undefined;
  const readColumn = <T>(name: RateColumn, read: Reading<T>): T | undefined => {
    const cell = cellOf(name);
    const value = cell === undefined ? err('is required') : read(cell);
    if (value.isOk()) return value.value;
    refuse(name, value.error);
    return undefined;
  };
  const date = readColumn('date', readDay);
  const from = readColumn('from', readCode);
  const to = readColumn('to', readCode);
  const rate = readColumn('rate', readRate);
  if (from !== undefined && from === to) refuse('to', 'is the same currency');
  if (date === undefined || from === undefined || to === undefined || rate === undefined || from === to)
    return undefined;
  return { date, from, to, rate };
}

/** A cell converted to the type of its column, or a readable reason why it can't be. */
type Reading<T> = (cell: Cell) => Result<T, string>;

function readCode(cell: Cell): Result<string, string> {
  const code = cell.text.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? ok(code) : err(`'${quotedCell(cell)}' is not a currency code such as EUR`);
}

function readRate(cell: Cell): Result<Decimal, string> {
  const read = cell.type === 'error' ? null : parseDecimalText(cell.text, mostRateDecimals);
  if (read === null) return err(`'${quotedCell(cell)}' is not a number`);
  if (isRefusal(read)) return err(quoted(cell, read));
  const rate = decimal(read);
  const reason = refusalOfRate(rate);
  return reason === undefined ? ok(rate) : err(reason);
}

/** Returns why a number can't be a rate, if so. */
function refusalOfRate(rate: Decimal): string | undefined {
  if (!rate.gt(0)) return 'must be above zero';
  if (rate.decimalPlaces() > mostRateDecimals) return `has more than ${mostRateDecimals} decimals`;
  return rate.gte(`1e${mostWholeDigits}`)
    ? `has more than ${mostWholeDigits} digits before the decimal point`
    : undefined;
}

const quoted = (cell: Cell, { refused }: DecimalRefusal): string =>
  refused.startsWith('is not') ? `'${quotedCell(cell)}' ${refused}` : refused;
