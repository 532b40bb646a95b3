import type { Transaction } from '../unitOfWork/index.ts';
import { codeOf } from '../words/index.ts';

export interface ChartSlice {
  readonly id: string | null;
  readonly name: string;
  /** What the amount is of; amounts of unlike currencies are never added up. */
  readonly currency: string | null;
  readonly amount: string;
}
export interface ChartPoint {
  readonly date: string;
  readonly name: string;
  readonly currency: string | null;
  readonly amount: string;
}

/** A chart that adds an amount up by something, as data: SQL over the rows of `from`. */
export interface SumBy {
  readonly from: string;
  /** `$1` is the tenant, `$2` what the chart is of. */
  readonly where: string;
  readonly amount: string;
  /** The row of `from` that has the currency. */
  readonly currencyOf: string;
  /** What the parts are of; null where they are of no record. */
  readonly id: string | null;
  readonly name: string;
  /** Parts that have an order of their own, such as years, keep it; of others the largest comes first. */
  readonly inOrder?: true;
}

/** The parts of each currency. */
export function slicesOf(tx: Transaction, chart: SumBy, of: readonly unknown[] = []): Promise<ChartSlice[]> {
  const { from, where, amount, currencyOf, id, name, inOrder } = chart;
  return tx.query<ChartSlice>(
    `SELECT ${id ?? 'NULL::uuid'} AS id, ${name} AS name, ${codeOf(currencyOf)} AS currency, sum(${amount}) AS amount
     FROM ${from} WHERE ${where} GROUP BY 1, 2, ${currencyOf}.tenant_id, ${currencyOf}.currency_id ORDER BY 3, ${inOrder ? '2' : '4 DESC, 2'}`,
    [tx.tenantId, ...of],
  );
}

/** The same over time: the parts of each day. */
export function pointsOf(tx: Transaction, chart: SumBy, day: string, of: readonly unknown[]): Promise<ChartPoint[]> {
  const { from, where, amount, currencyOf, id, name } = chart;
  return tx.query<ChartPoint>(
    `SELECT ${day} AS date, ${name} AS name, ${codeOf(currencyOf)} AS currency, sum(${amount}) AS amount
     FROM ${from} WHERE ${where} AND ${day} IS NOT NULL GROUP BY ${day}, ${id}, 2, ${currencyOf}.tenant_id, ${currencyOf}.currency_id ORDER BY 1, 2, 3`,
    [tx.tenantId, ...of],
  );
}
