import { estimateStates } from '@carrara/contract/carry/run/estimateStates';
import { lifecycles, reversedDistribution } from '@carrara/contract/lifecycles';
import { runningSum } from '@carrara/domain/kernel';
import { type PrintedColumn, type PrintedRow, type PrintedTotals, printedValue } from './readable.ts';

/** Adds up the columns with totals exactly, as rows pass by. */
export function runningTotals(columns: readonly PrintedColumn[]) {
  const summed = columns.flatMap((column) => (column.total ? [{ ...column, sum: runningSum() }] : []));
  return {
    add(row: PrintedRow): void {
      for (const { field, kind, total, sum } of summed) {
        const value = printedValue(kind, row[field]);
        if (value.is === 'nothing' || !counts(total, row)) continue;
        const counted = value.is === 'number' ? value.text : '0';
        sum.add(total === 'count' ? '1' : counted);
      }
    },
    totals: (): PrintedTotals => summed.map(({ field, sum }) => ({ field, total: sum.text() })),
  };
}

/** Fields with the status of a run, as the lists of runs name them. */
export const statusFields: readonly string[] = ['distributionStatus', 'status'];

/** Statuses that a total counts in lists of runs: codes, and the texts that files print. */
const counted = {
  disbursed: { codes: ['DISB'], labels: [lifecycles.distribution.states.DISB, reversedDistribution] },
  // A reversed run and its reversal add up to zero.
  posted: {
    codes: ['POSTED', 'REVERSED'],
    labels: [lifecycles.realization.states.POSTED, lifecycles.realization.states.REVERSED],
  },
  latest: { codes: ['LATEST'], labels: [estimateStates.LATEST] },
} as const satisfies Readonly<
  Record<string, { readonly codes: readonly string[]; readonly labels: readonly string[] }>
>;

const countedBy = (total: PrintedColumn['total']) =>
  total === 'disbursed' || total === 'posted' || total === 'latest' ? counted[total] : undefined;

/** Returns the texts of the statuses that a total counts. Undefined if it counts all. */
export const countLabels = (total: PrintedColumn['total']): readonly string[] | undefined => countedBy(total)?.labels;

/** True if a total counts the row. Runs that aren't paid or posted are listed, but the total excludes them. */
function counts(total: PrintedColumn['total'], row: PrintedRow): boolean {
  const by = countedBy(total);
  if (!by) return true;
  const [codes, labels]: (readonly unknown[])[] = [by.codes, by.labels];
  return statusFields.some((field) => {
    const status = row[field];
    return labels?.includes(status) || codes?.includes((status as { code?: unknown } | null | undefined)?.code);
  });
}

export interface TotalRow {
  readonly label: string;
  /** Null if not determined. Columns that don't apply to any row are left out. */
  readonly values: ReadonlyMap<string, string | null>;
  /** True if it adds up all rows above. */
  readonly isWhole: boolean;
}

/**
 * Returns the total rows below a list: one, or one per currency. Totals that the product supplies take precedence over
 * the sums of the rows.
 */
export function totalRows(summed: PrintedTotals, displayed: PrintedTotals = [], name = 'Total'): TotalRow[] {
  const currencies = [...new Set(displayed.flatMap(({ currency }) => currency ?? []))];
  const inMoney = new Set(displayed.flatMap(({ field, currency }) => (currency === undefined ? [] : field)));
  const row = (label: string, totals: PrintedTotals, isWhole: boolean): TotalRow => {
    const values = new Map(totals.map(({ field, total }) => [field, total]));
    for (const { field, total, coverage } of totals) if (total === null && !coverage) values.delete(field);
    return { label, values, isWhole };
  };
  if (currencies.length < 2) return [row(name, [...summed, ...displayed], true)];
  const plain = [...summed, ...displayed].filter(
    ({ field, currency }) => currency === undefined && !inMoney.has(field),
  );
  return [
    ...(plain.length > 0 ? [row(name, plain, true)] : []),
    ...currencies.map((code) =>
      row(
        `${name} ${code}`,
        displayed.filter(({ currency }) => currency === code),
        false,
      ),
    ),
  ];
}
