import type { GridRow } from './gridTypes.ts';

/** The visible rows: a tree flattened to its expanded rows. */
export function positionRows<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  childrenOf: ((row: Row) => readonly Row[]) | undefined,
  expanded: ReadonlySet<string>,
): readonly GridRow<Row>[] {
  const flattenBelow = (below: readonly Row[], path: string, level: number): readonly GridRow<Row>[] =>
    below.flatMap((row) => {
      const key = `${path}${rowKey(row)}`;
      const children = childrenOf?.(row) ?? [];
      const isOpen = expanded.has(key);
      const own: GridRow<Row> = { row, key, level, expanded: children.length > 0 ? isOpen : undefined };
      return isOpen ? [own, ...flattenBelow(children, `${key}/`, level + 1)] : [own];
    });
  return flattenBelow(rows, '', 0);
}
