import { Decimal, parseDecimal } from '@carrara/domain/kernel';
import {
  checkScheduleRows,
  linkRows,
  monthsToYears,
  newScheduleRows,
  type ScheduleRow,
  yearsToMonths,
} from '@carrara/domain/vesting';

/** A row as the form holds it: what was typed, in the unit that is shown. */
export interface TypedRow {
  readonly periodStart?: string | null;
  readonly periodEnd?: string | null;
  readonly vestedPercentage?: string | null;
}
export type Unit = 'months' | 'years';

const numberOf = (text: string | null | undefined): Decimal | null =>
  parseDecimal((text ?? '').replaceAll(',', '').trim(), []).unwrapOr(null);
const monthsOf = (text: string | null | undefined, unit: Unit): number | null => {
  const value = numberOf(text);
  if (value === null) return null;
  return unit === 'years' ? yearsToMonths(value) : value.toNumber();
};
const shown = (months: number | null, unit: Unit): string => {
  if (months === null) return '';
  return unit === 'years' ? monthsToYears(months).toString() : String(months);
};

const untyped = (row: TypedRow, unit: Unit): ScheduleRow => ({
  start: monthsOf(row.periodStart, unit),
  end: monthsOf(row.periodEnd, unit),
  vested: numberOf(row.vestedPercentage),
});
const typed = ({ start, end, vested }: ScheduleRow, unit: Unit): TypedRow => ({
  periodStart: shown(start, unit),
  periodEnd: shown(end, unit),
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
    typed({ start: periodStart, end: periodEnd, vested: new Decimal(vestedPercentage) }, unit),
  );

/** The rows in the other unit: periods times or by 12. */
export const inUnit = (rows: readonly TypedRow[], from: Unit, to: Unit): readonly TypedRow[] =>
  rows.map((row) => typed(untyped(row, from), to));

/** What each change brings with it: a row starts where the one before ends, the last is 100. What is being typed stays as typed. */
export function linked(rows: readonly TypedRow[], unit: Unit): readonly TypedRow[] {
  const after = linkRows(rows.map((row) => untyped(row, unit)));
  return rows.map((row, at) => ({
    periodStart: at === 0 ? (row.periodStart ?? '') : (rows[at - 1]?.periodEnd ?? ''),
    periodEnd: row.periodEnd ?? '',
    vestedPercentage: at === rows.length - 1 ? (after[at]?.vested?.toString() ?? '') : (row.vestedPercentage ?? ''),
  }));
}

/** The first thing that is wrong with each row, in the words of the specification. */
export function rowErrors(rows: readonly TypedRow[], unit: Unit): ReadonlyMap<number, string> {
  const failures = checkScheduleRows(rows.map((row) => untyped(row, unit)));
  const found = new Map<number, string>();
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
