import { useRef } from 'react';

/** The selected rows of a list, also those on other pages, by key. */
export type SelectedRows<Row> = ReadonlyMap<string, Row>;

/** How the rows of a table are selected. */
export interface RowSelection<Row> {
  readonly isSelected: (row: Row) => boolean;
  /** Selects a row, or removes it. With `extend`, the rows since the last one follow it. */
  readonly onToggle: (row: Row, extend: boolean) => void;
  /** The state of the displayed rows together. */
  readonly page: 'all' | 'some' | 'none';
  /** Selects all displayed rows, or removes them. */
  readonly onTogglePage: () => void;
  /** The name of a row, which labels its checkbox. */
  readonly nameOf: (row: Row) => string;
}

/** Returns the selection with some rows added or removed. */
export function withRows<Row>(
  selected: SelectedRows<Row>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  areSelected: boolean,
): SelectedRows<Row> {
  const next = new Map(selected);
  for (const row of rows) {
    if (areSelected) next.set(keyOf(row), row);
    else next.delete(keyOf(row));
  }
  return next;
}

export interface SelectionOptions<Row> {
  readonly rows: readonly Row[];
  readonly selected: SelectedRows<Row>;
  readonly onChange: (selected: SelectedRows<Row>) => void;
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
}

/** Returns how the rows of a page are selected. */
export function useRowSelection<Row>({
  rows,
  selected,
  onChange,
  keyOf,
  nameOf,
}: SelectionOptions<Row>): RowSelection<Row> {
  const last = useRef<string>(undefined);
  const onPage = rows.filter((row) => selected.has(keyOf(row))).length;
  const page = onPage === 0 ? 'none' : onPage === rows.length ? 'all' : 'some';
  return {
    isSelected: (row) => selected.has(keyOf(row)),
    onToggle: (row, extend) => {
      const key = keyOf(row);
      const keys = rows.map(keyOf);
      const from = extend && last.current !== undefined ? keys.indexOf(last.current) : -1;
      const to = keys.indexOf(key);
      last.current = key;
      const range = from < 0 || to < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      onChange(withRows(selected, range, keyOf, !selected.has(key)));
    },
    page,
    onTogglePage: () => onChange(withRows(selected, rows, keyOf, page !== 'all')),
    nameOf,
  };
}
