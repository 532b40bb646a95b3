import { Decimal, hundred, required } from '../../kernel/index.ts';
import type { ScheduleRow } from './scheduleRows.ts';

const NEW_SCHEDULE_ROWS = 3;
const MONTHS_PER_YEAR = 12;

/** Returns the rows of a new schedule in the editor: three blank rows, the last of them at 100. */
export function newScheduleRows(): readonly ScheduleRow[] {
  return linkRows(Array.from({ length: NEW_SCHEDULE_ROWS }, () => ({ start: null, end: null, vested: null })));
}

/** Updates the rows after each edit: a row starts where the previous one ends, and the last row is 100. */
export function linkRows(rows: readonly ScheduleRow[]): readonly ScheduleRow[] {
  return rows.map((row, i) => ({
    start: i === 0 ? row.start : required(rows[i - 1], 'the previous row of a schedule').end,
    end: row.end,
    vested: i === rows.length - 1 ? hundred : row.vested,
  }));
}

/** Converts months to years for display, with 4 decimals if they aren't whole years. */
export function monthsToYears(months: number): Decimal {
  return new Decimal(months).div(MONTHS_PER_YEAR).toDecimalPlaces(4);
}

/**
 * Converts typed years to months: 1.5 is 18, and 0.0833, which `monthsToYears` displays for a month, is 1. Other fractions stay unrounded: 1.1 is
 * 13.2, which a schedule rejects.
 */
export function yearsToMonths(years: Decimal): number {
  const exact = years.times(MONTHS_PER_YEAR);
  const whole = exact.toDecimalPlaces(0).toNumber();
  return monthsToYears(whole).eq(years.toDecimalPlaces(4)) ? whole : exact.toNumber();
}
