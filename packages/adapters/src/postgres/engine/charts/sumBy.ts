import type { Transaction } from '../unitOfWork/transaction.ts';
import { currencyCodeSql } from '../texts/amounts.ts';

export interface ChartSlice {
  readonly id: string | null;
  readonly name: string;
  /** Currency of the amount. Amounts in different currencies are never added up. */
  readonly currency: string | null;
  readonly amount: string;
}
export interface ChartPoint {
  readonly date: string;
  readonly name: string;
  readonly currency: string | null;
  readonly amount: string;
}

/** A chart that sums an amount per category, as SQL over the rows of `from`. */
export interface SumBy {
  readonly from: string;
  /** Condition. `$1` is the tenant, `$2` the subject of the chart. */
  readonly where: string;
  readonly amount: string;
  /** Alias of the row in `from` that has the currency. */
  readonly currencyOf: string;
  /** Id of a category's record. Null if categories aren't records. */
  readonly id: string | null;
  readonly name: string;
  /** True for categories with an order of their own, such as years. Otherwise the largest comes first. */
  readonly inOrder?: true;
}

/** Returns the categories per currency. */
export function readSlices(tx: Transaction, chart: SumBy, args: readonly unknown[] = []): Promise<ChartSlice[]> {
  const { from, where, amount, currencyOf, id, name, inOrder } = chart;
  return tx.query<ChartSlice>(
    `SELECT ${id ?? 'NULL::uuid'} AS id, ${name} AS name, ${currencyCodeSql(currencyOf)} AS currency, sum(${amount}) AS amount
     FROM ${from} WHERE ${where} GROUP BY 1, 2, ${currencyOf}.tenant_id, ${currencyOf}.currency_id ORDER BY 3, ${inOrder ? '2' : '4 DESC, 2'}`,
    [tx.tenantId, ...args],
  );
}

/** Returns the categories per date. */
export function readPoints(
  tx: Transaction,
  chart: SumBy,
  day: string,
  args: readonly unknown[],
): Promise<ChartPoint[]> {
  const { from, where, amount, currencyOf, id, name } = chart;
  return tx.query<ChartPoint>(
    `SELECT ${day} AS date, ${name} AS name, ${currencyCodeSql(currencyOf)} AS currency, sum(${amount}) AS amount
     FROM ${from} WHERE ${where} AND ${day} IS NOT NULL GROUP BY ${day}, ${id}, 2, ${currencyOf}.tenant_id, ${currencyOf}.currency_id ORDER BY 1, 2, 3`,
    [tx.tenantId, ...args],
  );
}
