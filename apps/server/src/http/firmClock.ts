import type { Column } from '@carrara/contract/core/fields';
import { clockIn, zoneOf } from '@carrara/contract/core/today';

type Row = Readonly<Record<string, unknown>>;

/** An instant as a file for people shows it: the clock of the firm, in the form of an instant. */
export const onClock = (timeZone: unknown, instant: string): string => `${clockIn(timeZone, new Date(instant))}Z`;

/** The columns of a file for people: those of instants name the zone of their clock. */
export const zonedColumns = (columns: readonly Column[], timeZone: unknown): readonly Column[] =>
  columns.map((column) =>
    column.kind === 'instant' ? { ...column, title: `${column.title} (${zoneOf(timeZone)})` } : column,
  );

/**
 * The rows of a file for people with their instants on the clock of the firm: the day beside a time is the firm's, as on the screens. Files for
 * programs keep UTC.
 */
export async function* onFirmClock(
  columns: readonly Column[],
  rows: AsyncIterable<Row>,
  timeZone: unknown,
): AsyncGenerator<Row> {
  const fields = columns.filter(({ kind }) => kind === 'instant').map(({ field }) => field);
  for await (const row of rows) {
    const told = fields.flatMap((field) => {
      const value = row[field];
      return typeof value === 'string' ? [[field, onClock(timeZone, value)] as const] : [];
    });
    yield told.length > 0 ? { ...row, ...Object.fromEntries(told) } : row;
  }
}
