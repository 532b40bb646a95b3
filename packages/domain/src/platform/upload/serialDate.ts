import { fromDayNumber } from '../../kernel/index.ts';

const DAYS_FROM_1900_TO_1970 = 25_569;
const DAYS_FROM_1904_TO_1970 = 24_107;
const LAST_SERIAL = 2_958_465;

/**
 * Returns the date of a workbook's serial number, ignoring the time; undefined if there is no such date. In the 1900 system, serial 60 is a
 * nonexistent February 29, so earlier serials are off by one day.
 */
export function serialDate(serial: number, counts1904: boolean): string | undefined {
  const whole = Math.floor(serial);
  if (!(whole >= (counts1904 ? 0 : 1) && whole <= LAST_SERIAL) || (!counts1904 && whole === 60)) return undefined;
  if (counts1904) return fromDayNumber(whole - DAYS_FROM_1904_TO_1970);
  return fromDayNumber((whole < 60 ? whole + 1 : whole) - DAYS_FROM_1900_TO_1970);
}
