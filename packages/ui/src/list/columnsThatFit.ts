import type { Column } from '@carrara/contract/core/fields';
import { kinds } from '@carrara/contract/core/kinds';
import { nameColumnCount } from '@carrara/contract/core/nameColumnCount';

/** The priority of a column when a table is too narrow for all columns. */
type ColumnRole = 'name' | 'key' | 'tucked';

/** A column of a table as drawn. */
export type FittedColumn<Own extends Column = Column> = Own & { readonly role?: ColumnRole | undefined };

const isFigure = ({ kind }: Column): boolean => kinds[kind].align === 'right' && kind !== 'count' && kind !== 'years';

/** The main field of a table: the last marked one, otherwise its last amount, otherwise its last figure. */
export function keyField(columns: readonly Column[]): string | undefined {
  const others = columns.slice(nameColumnCount(columns));
  const marked = others.filter(({ isKey }) => isKey);
  // If space is short, keeps the last amount (the net) and the first percentage.
  const key =
    (marked.every(({ kind }) => kind === 'percent') ? marked[0] : marked.at(-1)) ??
    others.findLast(({ kind }) => kind === 'money' || kind === 'amounts') ??
    others.findLast(isFigure);
  return key?.field;
}

/** TVPI and the amounts that verify it, besides NAV. */
const tvpiParts: ReadonlySet<string> = new Set(['contributions', 'distributions', 'tvpi']);

/**
 * Details are hidden first, then amounts, then returns and multiples, then TVPI with its amounts if the table has them.
 * The status, the currency, the coverage and marked columns are hidden last.
 */
function rank(column: Column, alwaysTvpi: boolean): number {
  if (column.kind === 'status' || column.field === 'currency' || column.field === 'coverage' || column.isKey) return 4;
  if (alwaysTvpi && tvpiParts.has(column.field)) return 3;
  if (column.kind === 'return' || column.kind === 'multiple') return 2;
  return isFigure(column) ? 1 : 0;
}

/**
 * The fields to hide so that the others fit, in the order of the table. The least important ones are hidden first, from the right. The naming columns
 * and the key column are never hidden. `widths` has the minimum width of each column in pixels, and `room` is the width that they share.
 * `rankOf` replaces the usual order.
 */
export function columnsWithoutRoom(
  columns: readonly Column[],
  widths: readonly number[],
  room: number,
  rankOf?: (column: Column) => number,
): readonly string[] {
  const named = nameColumnCount(columns);
  const key = keyField(columns);
  const alwaysTvpi = [...tvpiParts].every((part) => columns.some(({ field }) => field === part));
  const candidates = columns
    .map((column, at) => ({
      field: column.field,
      at,
      rank: rankOf?.(column) ?? rank(column, alwaysTvpi),
      width: widths[at] ?? 0,
    }))
    .filter(({ field, at }) => at >= named && field !== key)
    .toSorted((first, other) => first.rank - other.rank || other.at - first.at);
  let missing = widths.reduce((sum, width) => sum + width, 0) - room;
  const hidden: typeof candidates = [];
  for (const candidate of candidates) {
    if (missing <= 0) break;
    hidden.push(candidate);
    missing -= candidate.width;
  }
  // Hiding a wide column last may leave room for a narrow one that was hidden before.
  for (const candidate of hidden.toReversed()) {
    if (missing + candidate.width > 0) continue;
    hidden.splice(hidden.indexOf(candidate), 1);
    missing += candidate.width;
  }
  return hidden.toSorted((first, other) => first.at - other.at).map(({ field }) => field);
}
