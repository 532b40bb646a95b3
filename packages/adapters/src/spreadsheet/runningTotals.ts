import { lifecycles } from '@carrara/contract/lifecycles';
import { runningSum } from '@carrara/domain/kernel';
import { type PrintedColumn, type PrintedRow, type PrintedTotals, printed } from './readable.ts';

/** Adds up the columns that ask for it, exactly, while rows pass by. */
export function runningTotals(columns: readonly PrintedColumn[]) {
  const asked = columns.filter((column) => column.total);
  const sums = new Map(asked.map((column) => [column.field, runningSum()]));
  return {
    add(row: PrintedRow): void {
      for (const { field, kind, total } of asked) {
        const value = printed(kind, row[field]);
        if (value.is === 'nothing' || (total === 'disbursed' && !isDisbursed(row))) continue;
        const counted = value.is === 'number' ? value.text : '0';
        sums.get(field)!.add(total === 'count' ? '1' : counted);
      }
    },
    totals: (): PrintedTotals => asked.map(({ field }) => ({ field, total: sums.get(field)!.text() })),
  };
}

/** The columns that tell the state of a run, as the lists of runs name them. */
export const statusFields: readonly string[] = ['distributionStatus', 'status'];
export const disbursed = lifecycles.distribution.states.DISB;

/** Runs that are not paid are in the list and not in its total. */
function isDisbursed(row: PrintedRow): boolean {
  return statusFields.some((field) => {
    const status = row[field];
    return status === disbursed || (status as { code?: unknown } | null | undefined)?.code === 'DISB';
  });
}

/** What a list calls its totals. */
export const totalLabel = (columns: readonly PrintedColumn[]): string =>
  columns.some(({ total }) => total === 'disbursed')
    ? 'Total disbursed'
    : columns.some(({ total }) => total === 'entries')
      ? 'Sum of entries'
      : 'Total';

export interface TotalRow {
  readonly label: string;
  readonly values: ReadonlyMap<string, string>;
  /** Whether it adds up all rows above it. */
  readonly isWhole: boolean;
}

/** The rows below a list: one, or one for each currency where the list has several. What the product shows goes before what was added up. */
export function totalRows(summed: PrintedTotals, shown: PrintedTotals = [], name = 'Total'): TotalRow[] {
  const currencies = [...new Set(shown.flatMap(({ currency }) => currency ?? []))];
  const inMoney = new Set(shown.flatMap(({ field, currency }) => (currency === undefined ? [] : field)));
  const row = (label: string, totals: PrintedTotals, isWhole: boolean): TotalRow => ({
    label,
    values: new Map(totals.map(({ field, total }) => [field, total])),
    isWhole,
  });
  if (currencies.length < 2) return [row(name, [...summed, ...shown], true)];
  const plain = [...summed, ...shown].filter(({ field, currency }) => currency === undefined && !inMoney.has(field));
  return [
    ...(plain.length > 0 ? [row(name, plain, true)] : []),
    ...currencies.map((code) =>
      row(
        `${name} ${code}`,
        shown.filter(({ currency }) => currency === code),
        false,
      ),
    ),
  ];
}
