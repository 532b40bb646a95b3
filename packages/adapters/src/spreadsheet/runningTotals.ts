import { decimal, numberText, zero } from '@carrara/domain/kernel';
import { type PrintedColumn, type PrintedRow, type PrintedTotals, printed } from './readable.ts';

/** Adds up the columns that ask for it, exactly, while rows pass by. */
export function runningTotals(columns: readonly PrintedColumn[]) {
  const asked = columns.filter((column) => column.total);
  const sums = new Map(asked.map((column) => [column.field, zero]));
  return {
    add(row: PrintedRow): void {
      for (const { field, kind, total } of asked) {
        const value = printed(kind, row[field]);
        if (value.is === 'nothing') continue;
        const part = total === 'sum' ? decimal(value.is === 'number' ? value.text : '0') : decimal(1);
        sums.set(field, sums.get(field)!.plus(part));
      }
    },
    totals: (): PrintedTotals => asked.map(({ field }) => ({ field, total: numberText(sums.get(field)!) })),
  };
}

export interface TotalRow {
  readonly label: string;
  readonly values: ReadonlyMap<string, string>;
  /** Whether it adds up all rows above it. */
  readonly isWhole: boolean;
}

/** The rows below a list: one, or one for each currency where the list has several. What the product shows goes before what was added up. */
export function totalRows(summed: PrintedTotals, shown: PrintedTotals = []): TotalRow[] {
  const currencies = [...new Set(shown.flatMap(({ currency }) => currency ?? []))];
  const inMoney = new Set(shown.flatMap(({ field, currency }) => (currency === undefined ? [] : field)));
  const row = (label: string, totals: PrintedTotals, isWhole: boolean): TotalRow => ({
    label,
    values: new Map(totals.map(({ field, total }) => [field, total])),
    isWhole,
  });
  if (currencies.length < 2) return [row('Total', [...summed, ...shown], true)];
  const plain = [...summed, ...shown].filter(({ field, currency }) => currency === undefined && !inMoney.has(field));
  return [
    ...(plain.length > 0 ? [row('Total', plain, true)] : []),
    ...currencies.map((code) =>
      row(
        `Total ${code}`,
        shown.filter(({ currency }) => currency === code),
        false,
      ),
    ),
  ];
}
