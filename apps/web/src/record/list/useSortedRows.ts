import type { Column } from '@carrara/contract/core/fields';
import { currencyOrder } from '@carrara/domain/kernel';
import type { TableSort } from '@carrara/ui/list/tableTypes.ts';
import { useState } from 'react';
import { useSession } from '../../session/hooks.ts';

export interface RowOrder {
  readonly field: string;
  readonly ascending: boolean;
}
type Values = Readonly<Record<string, unknown>>;
/** Returns what a column displays, for columns with cells of their own. */
export type TextsOfColumns<Row> = Readonly<Record<string, (row: Row) => string>>;

/**
 * Sorts rows by a column. Amounts are sorted by currency first, the base currency before the others. Missing values
 * come last, and equal values in the order of the rows.
 */
export function sortedRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column[],
  { field, ascending, baseCurrency }: RowOrder & { readonly baseCurrency: string | undefined },
  texts: TextsOfColumns<Row> = {},
): readonly Row[] {
  const inOrder = currencyOrder(baseCurrency);
  const isMoney = columns.some((column) => column.field === field && column.kind === 'money');
  const textOf = (row: Row, name: string): string | null => {
    const value = texts[name] ? texts[name](row) : (row as Values)[name];
    if (typeof value === 'string') return value;
    return (value as { readonly description?: string } | null | undefined)?.description ?? null;
  };
  const compare = (first: string, other: string) =>
    isMoney ? Number(first) - Number(other) : first.localeCompare(other, 'en');
  const sign = ascending ? 1 : -1;
  return rows.toSorted((row, other) => {
    const [a, b] = [textOf(row, field), textOf(other, field)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const byCurrency = isMoney ? inOrder(textOf(row, 'currency'), textOf(other, 'currency')) : 0;
    return byCurrency || sign * compare(a, b);
  });
}

/** Returns the rows of a short list and the sort of its table. Until a person chooses a column, the rows have their own order. */
export function useSortedRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column[],
  texts?: TextsOfColumns<Row>,
): { readonly rows: readonly Row[]; readonly sort: TableSort } {
  const [order, setOrder] = useState<RowOrder>();
  const baseCurrency = useSession().settings?.baseCurrency;
  return {
    rows: order ? sortedRows(rows, columns, { ...order, baseCurrency }, texts) : rows,
    sort: {
      field: order?.field ?? '',
      ascending: order?.ascending ?? true,
      onSort: (field, ascending) => setOrder({ field, ascending }),
    },
  };
}
