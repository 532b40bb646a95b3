import {
  type CalendarDate,
  err,
  type Failure,
  type Failures,
  fail,
  ok,
  parseDate,
  type Result,
} from '../../kernel/index.ts';
import { isRefusal, parseDecimalText } from '../../kernel/typedNumber/index.ts';
import {
  defaultFormats,
  type DisplayFormats,
  formatDay,
  parseDay,
  toDefaultSigns,
} from '../../kernel/displayFormat/index.ts';

/** An exact level of an index on a date. Null removes the stored one. */
export interface LevelLine {
  readonly date: CalendarDate;
  readonly level: string | null;
}

/** The maximum number of levels in a text: about forty years of trading days. */
export const MOST_LEVELS = 10_000;
const LEVEL_DECIMALS = 10;
const MOST_FAILURES = 20;

/**
 * Reads index levels pasted from a spreadsheet or a file. Each line has a date and a level, separated by a tab, semicolon, comma or spaces. Dates are
 * YYYY-MM-DD or in the person's format, and levels have the person's signs. A date without a level removes the stored one. A first line of titles is skipped.
 *
 * Units:  levels above zero in any unit, at most 10 decimals.
 * Fails:  NO_ROWS, TOO_MANY_ROWS, and for each line, counted from 1: DATE_FORMAT, DATE_NOT_REAL, NUMBER_FORMAT, INDEX_NOT_POSITIVE, INDEX_DATE_TWICE.
 */
export function readLevelLines(
  text: string,
  { dateFormat, numberFormat }: DisplayFormats = defaultFormats,
): Result<readonly LevelLine[], Failures> {
  const lines = text
    .split(/\r?\n/)
    .map((line, i) => ({ line: line.trim(), number: i + 1 }))
    .filter(({ line }) => line !== '');
  const [first] = lines;
  const levels = first !== undefined && !/^\d/.test(first.line) ? lines.slice(1) : lines;
  if (levels.length === 0) return err([fail('NO_ROWS', [], 'Enter at least one line with a date and a level.')]);
  if (levels.length > MOST_LEVELS) {
    return err([
      fail('TOO_MANY_ROWS', [], `${levels.length} levels are too many. Enter at most ${MOST_LEVELS} at once.`),
    ]);
  }
  const failures: Failure[] = [];
  const seen = new Set<CalendarDate>();
  const read = levels.flatMap(({ line, number }): readonly LevelLine[] => {
    const refuse = (code: Failure['code'], message: string) =>
      void failures.push(fail(code, [number], `Line ${number}: ${message}`));
    const [, day = '', rest = ''] = /^([^\t;]+)[\t;]\s*(.*)$/.exec(line) ?? /^([^\s,;]+)[\s,;]*(.*)$/.exec(line) ?? [];
    const date = parseDate(parseDay(day, dateFormat) ?? day, [number]);
    if (date.isErr()) {
      refuse(
        date.error.code,
        `'${day}' isn’t a date. Write it as 2026-03-31 or ${formatDay('2026-03-31', dateFormat)}.`,
      );
      return [];
    }
    const level = parseDecimalText(toDefaultSigns(rest, numberFormat), LEVEL_DECIMALS, false);
    if (isRefusal(level)) refuse('NUMBER_FORMAT', `the level '${rest}' ${level.refused}.`);
    else if (level !== null && !/[1-9]/.test(level)) refuse('INDEX_NOT_POSITIVE', 'a level must be above zero.');
    if (seen.has(date.value)) refuse('INDEX_DATE_TWICE', `${date.value} appears twice.`);
    seen.add(date.value);
    return isRefusal(level) ? [] : [{ date: date.value, level }];
  });
  return failures.length > 0 ? err(failures.slice(0, MOST_FAILURES)) : ok(read);
}
