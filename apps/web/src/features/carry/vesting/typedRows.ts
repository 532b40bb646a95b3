import { type Decimal, decimal } from '@carrara/domain/kernel';
import { isRefusal, parseDecimalText } from '@carrara/domain/kernel/typedNumber';
import {
  checkScheduleRows,
  linkRows,
  monthsToYears,
  newScheduleRows,
  type ScheduleRow,
  yearsToMonths,
} from '@carrara/domain/carry/vesting';

/** A row of the form: the input, in the displayed unit. */
export interface TypedRow {
  readonly periodStart?: string | null;
  readonly periodEnd?: string | null;
  readonly vestedPercentage?: string | null;
}
export type Unit = 'months' | 'years';

/** Maximum number of decimals in a period in years or a percentage. */
const mostDecimals = 10;
const read = (text: string | null | undefined) => parseDecimalText(text ?? '', mostDecimals, true, 'percentage');
const numberOf = (text: string | null | undefined): Decimal | null => {
  const value = read(text);
  return value === null || isRefusal(value) ? null : decimal(value);
};
const monthsOf = (text: string | null | undefined, unit: Unit): number | null => {
  const value = numberOf(text);
  if (value === null) return null;
  return unit === 'years' ? yearsToMonths(value) : value.toNumber();
};
const display = (months: number | null, unit: Unit): string => {
  if (months === null) return '';
  return unit === 'years' ? monthsToYears(months).toString() : String(months);
};

const untyped = (row: TypedRow, unit: Unit): ScheduleRow => ({
  start: monthsOf(row.periodStart, unit),
  end: monthsOf(row.periodEnd, unit),
  vested: numberOf(row.vestedPercentage),
});
const typed = ({ start, end, vested }: ScheduleRow, unit: Unit): TypedRow => ({
  periodStart: display(start, unit),
  periodEnd: display(end, unit),
  vestedPercentage: vested?.toString() ?? '',
});

export const blankRows = (): readonly TypedRow[] => newScheduleRows().map((row) => typed(row, 'months'));

interface StoredRow {
  readonly periodStart: number;
  readonly periodEnd: number | null;
  readonly vestedPercentage: string;
}
export const storedRows = (rows: readonly StoredRow[], unit: Unit): readonly TypedRow[] =>
  rows.map(({ periodStart, periodEnd, vestedPercentage }) =>
    typed({ start: periodStart, end: periodEnd, vested: decimal(vestedPercentage) }, unit),
  );

/** Converts the rows to the other unit by multiplying or dividing the periods by 12. Unparseable input stays. */
export const convertRows = (rows: readonly TypedRow[], from: Unit, to: Unit): readonly TypedRow[] =>
  rows.map((row) => ({ ...typed(untyped(row, from), to), ...unreadable(row) }));

const titles = { periodStart: 'Start Period', periodEnd: 'End Period', vestedPercentage: 'Vested %' } as const;
type Cell = keyof typeof titles;
const cells = Object.keys(titles) as Cell[];

const unreadable = (row: TypedRow): TypedRow =>
  Object.fromEntries(cells.filter((cell) => isRefusal(read(row[cell]))).map((cell) => [cell, row[cell]]));

function refusalOf(row: TypedRow, unit: Unit): string | undefined {
  for (const cell of cells) {
    const value = read(row[cell]);
    if (isRefusal(value)) return `${titles[cell]} ${value.refused}`;
    const months = unit === 'years' && cell !== 'vestedPercentage' ? monthsOf(row[cell], unit) : null;
    if (months !== null && !Number.isInteger(months))
      return `${titles[cell]} of ${String(value)} years is ${String(months)} months; periods must be whole months`;
  }
  return undefined;
}

/** Applies the rules that link rows: a row starts at the end of the previous one, and the last percentage is 100. Input that is being typed stays. */
export function linkTypedRows(rows: readonly TypedRow[], unit: Unit): readonly TypedRow[] {
  const after = linkRows(rows.map((row) => untyped(row, unit)));
  return rows.map((row, at) => ({
    periodStart: at === 0 ? (row.periodStart ?? '') : (rows[at - 1]?.periodEnd ?? ''),
    periodEnd: row.periodEnd ?? '',
    vestedPercentage: at === rows.length - 1 ? (after[at]?.vested?.toString() ?? '') : (row.vestedPercentage ?? ''),
  }));
}

/** Returns the first error of each row, in the wording of the specification. */
export function rowErrors(rows: readonly TypedRow[], unit: Unit): ReadonlyMap<number, string> {
  const failures = checkScheduleRows(rows.map((row) => untyped(row, unit)));
  const found = new Map<number, string>();
  for (const [at, row] of rows.entries()) {
    const refusal = refusalOf(row, unit);
    if (refusal !== undefined) found.set(at, refusal);
  }
  for (const { path, detail } of failures) {
    const at = Number(path[1] ?? 0);
    if (!found.has(at)) found.set(at, String(detail));
  }
  return found;
}

export const savedRows = (rows: readonly TypedRow[], unit: Unit) =>
  rows.map((row) => {
    const { start, end, vested } = untyped(row, unit);
    return { periodStart: start, periodEnd: end, vestedPercentage: vested?.toString() ?? null };
  });
