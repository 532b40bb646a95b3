import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** Payment of a disbursed distribution from one source, in the form that the ledger of the source's vehicle needs. */
export interface PaidSource {
  readonly kind: 'DISTRIBUTION';
  readonly runId: string;
  readonly name: string;
  /** Position among the sources. The run that reverses it has the same. */
  readonly row: number;
  readonly date: string;
  /** Negative in a reversal. */
  readonly amount: string;
  /** Run that it reverses. */
  readonly reversesId: string | null;
  readonly vehicleId: string;
  /** The vehicle's holding. Null if the vehicle itself is the source. */
  readonly holdingId: string | null;
}

/** Returns the payments of a distribution, or of a vehicle, by vehicle and date. Only disbursed ones are included. */
export const paidSources = (
  tx: Transaction,
  filter: { readonly distributionId?: string; readonly vehicleId?: string },
): Promise<PaidSource[]> =>
  tx.query<PaidSource>(
    `SELECT 'DISTRIBUTION' AS kind, d.id AS "runId", d.name, s.position AS row, d.distribution_date AS date, s.total_distributed AS amount,
       d.reverses_id AS "reversesId", coalesce(f.coinvestment_id, f.fund_id) AS "vehicleId", f.part_id AS "holdingId"
     FROM distribution d JOIN distribution_source s ON s.tenant_id = d.tenant_id AND s.distribution_id = d.id
     JOIN source_facts f ON f.tenant_id = s.tenant_id AND f.id = s.container_id
     WHERE d.tenant_id = $1 AND d.status = 'DISB' AND s.total_distributed <> 0 AND ($2::uuid IS NULL OR d.id = $2)
       AND ($3::uuid IS NULL OR coalesce(f.coinvestment_id, f.fund_id) = $3)
     ORDER BY coalesce(f.coinvestment_id, f.fund_id), d.distribution_date, d.disbursed_at, d.id, s.position`,
    [tx.tenantId, filter.distributionId ?? null, filter.vehicleId ?? null],
  );
