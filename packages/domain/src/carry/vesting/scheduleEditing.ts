import { Decimal, hundred } from '../../kernel/index.ts';
import type { ScheduleRow } from './scheduleRows.ts';

const NEW_SCHEDULE_ROWS = 3;
export const MONTHS_PER_YEAR = 12;

/** A new schedule in the editor: three blank rows, the last of them 100. */
export function newScheduleRows(): readonly ScheduleRow[] {
  return linkRows(Array.from({ length: NEW_SCHEDULE_ROWS }, () => ({ start: null, end: null, vested: null })));
}

/** What an editor does after each change: a row starts where the one before ends, and the last row is 100. */
export function linkRows(rows: readonly ScheduleRow[]): readonly ScheduleRow[] {
  return rows.map((row, i) => ({
    start: i === 0 ? row.start : rows[i - 1]!.end,
    end: row.end,
    vested: i === rows.length - 1 ? hundred : row.vested,
  }));
}

/** Years for show, with 4 decimals where months do not make whole years. */
export function monthsToYears(months: number): Decimal {
  return new Decimal(months).div(MONTHS_PER_YEAR).toDecimalPlaces(4);
}

/**
 * Months of years as typed: 1.5 is 18, and 0.0833, as `monthsToYears` shows a month, is 1. Years that are no whole months are not made so: 1.1 is 13.2,
 * which a schedule refuses.
 */
export function yearsToMonths(years: Decimal): number {
  const exact = years.times(MONTHS_PER_YEAR);
  const whole = exact.toDecimalPlaces(0).toNumber();
  return monthsToYears(whole).eq(years.toDecimalPlaces(4)) ? whole : exact.toNumber();
}
