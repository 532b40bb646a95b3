import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import type { PaidSource } from '../distribution/paidSources.ts';

/** Amount that a clawback recovered for one source, from escrow and accounts, in the form of a payment of carry. */
export interface ReturnedSource extends Omit<PaidSource, 'kind'> {
  readonly kind: 'LEDGER_RUN';
}

/**
 * Returns the clawbacks of a run, or of a vehicle, by vehicle and date. Only posted ones are included, even if reversed
 * later.
 */
export const returnedSources = (
  tx: Transaction,
  filter: { readonly runId?: string; readonly vehicleId?: string },
): Promise<ReturnedSource[]> =>
  tx.query<ReturnedSource>(
    `SELECT 'LEDGER_RUN' AS kind, d.id AS "runId", d.name, s.row, d.run_date AS date, s.amount, d.reverses_id AS "reversesId",
       coalesce(f.coinvestment_id, f.fund_id) AS "vehicleId", f.part_id AS "holdingId"
     FROM ledger_run d
     JOIN (SELECT l.ledger_run_id, l.container_id, sum(l.escrow + l.clawback) AS amount,
         (row_number() OVER (PARTITION BY l.ledger_run_id ORDER BY l.container_id) - 1)::int AS row
       FROM ledger_run_line l WHERE l.tenant_id = $1 GROUP BY l.ledger_run_id, l.container_id) s ON s.ledger_run_id = d.id
     JOIN source_facts f ON f.tenant_id = d.tenant_id AND f.id = s.container_id
     WHERE d.tenant_id = $1 AND d.type = 'CLAWBACK' AND d.status IN ('POSTED', 'REVERSED') AND s.amount <> 0
       AND ($2::uuid IS NULL OR d.id = $2) AND ($3::uuid IS NULL OR coalesce(f.coinvestment_id, f.fund_id) = $3)
     ORDER BY coalesce(f.coinvestment_id, f.fund_id), d.run_date, d.posted_at, d.id, s.row`,
    [tx.tenantId, filter.runId ?? null, filter.vehicleId ?? null],
  );
