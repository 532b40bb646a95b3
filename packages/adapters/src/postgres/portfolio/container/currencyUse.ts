import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/**
 * Lists what has amounts in the currency of a fund or coinvestment, at itself or below it. Null if nothing does.
 * Amounts stay in the currency they were entered in, so the currency can't be changed while there are any.
 */
export async function findCurrencyUse(tx: Transaction, holderId: string): Promise<string | null> {
  const [found] = await tx.query<Record<string, number>>(
    `WITH own AS (SELECT f.id FROM source_facts f WHERE f.tenant_id = $1 AND $2 IN (f.fund_id, f.coinvestment_id))
     SELECT ${Object.entries(uses)
       .map(
         ([name, [table, at, counted]]) =>
           `(SELECT count(DISTINCT x.${counted})::int FROM ${table} x WHERE x.tenant_id = $1 AND x.${at} IN (SELECT id FROM own)) AS "${name}"`,
       )
       .join(', ')}`,
    [tx.tenantId, holderId],
  );
  const counts = Object.entries(found ?? {}).filter(([, count]) => count > 0);
  return counts.length === 0
    ? null
    : counts.map(([name, count]) => `${String(count)} ${count === 1 ? name : `${name}s`}`).join(', ');
}

/**
 * Tables with such amounts, by the name used in messages. They have the table, the column with the fund or
 * coinvestment or something below it, and the column to count.
 */
const uses: Readonly<Record<string, readonly [table: string, at: string, counted: string]>> = {
  distribution: ['distribution_source', 'container_id', 'distribution_id'],
  forecast: ['forecast_source', 'container_id', 'forecast_id'],
  realization: ['realization_source', 'container_id', 'realization_id'],
  'ledger run': ['ledger_run_line', 'container_id', 'ledger_run_id'],
  'account posting': ['account_entry', 'container_id', 'id'],
  'escrow posting': ['escrow_entry', 'container_id', 'id'],
  commitment: ['commitment', 'vehicle_id', 'id'],
  'fund ledger posting': ['ledger_entry', 'vehicle_id', 'id'],
  valuation: ['valuation', 'vehicle_id', 'id'],
  'reported figure': ['reported_figure', 'vehicle_id', 'id'],
};
