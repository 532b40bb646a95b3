import type { Column } from '@carrara/contract/core/fields';
import { clockIn, toTimeZone } from '@carrara/contract/core/today';

type Row = Readonly<Record<string, unknown>>;

/** Returns a timestamp for people's files: in the firm's time zone, in timestamp form. */
export const localTimestamp = (timeZone: unknown, instant: string): string =>
  `${clockIn(timeZone, new Date(instant))}Z`;

/** Returns the columns for people's files. Columns with timestamps name their time zone. */
export const zonedColumns = (columns: readonly Column[], timeZone: unknown): readonly Column[] =>
  columns.map((column) =>
    column.kind === 'instant' ? { ...column, title: `${column.title} (${toTimeZone(timeZone)})` } : column,
  );

/**
 * Yields the rows for people's files with timestamps in the firm's time zone, so that the dates match the screens.
 * Files for programs stay in UTC.
 */
export async function* convertToFirmTime(
  columns: readonly Column[],
  rows: AsyncIterable<Row>,
  timeZone: unknown,
): AsyncGenerator<Row> {
  const fields = columns.filter(({ kind }) => kind === 'instant').map(({ field }) => field);
  for await (const row of rows) {
    const converted = fields.flatMap((field) => {
      const value = row[field];
      return typeof value === 'string' ? [[field, localTimestamp(timeZone, value)] as const] : [];
    });
    yield converted.length > 0 ? { ...row, ...Object.fromEntries(converted) } : row;
  }
}
