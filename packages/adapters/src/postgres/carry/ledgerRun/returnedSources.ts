import type { Transaction } from '../../engine/unitOfWork/index.ts';

/** What a clawback took back of one source, as the ledger of the source's vehicle has to say it. */
export interface ReturnedSource {
  readonly kind: 'LEDGER_RUN';
  readonly runId: string;
  readonly name: string;
  /** Its place among the sources of the run; the same in the run that undoes it. */
  readonly row: number;
  readonly date: string;
  /** From escrow and from accounts; below zero in a reversal. */
  readonly amount: string;
  /** The run that it undoes. */
  readonly reversesId: string | null;
  readonly vehicleId: string;
  /** The vehicle's part of an investment; null where the vehicle itself is the source. */
  readonly holdingId: string | null;
}

/** What was clawed back by a run, or of a vehicle, by vehicle and day; only what is posted, with what was undone later. */
export const returnedSources = (
  tx: Transaction,
  of: { readonly runId?: string; readonly vehicleId?: string },
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
    [tx.tenantId, of.runId ?? null, of.vehicleId ?? null],
  );
