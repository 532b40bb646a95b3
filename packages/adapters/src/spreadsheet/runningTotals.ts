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
