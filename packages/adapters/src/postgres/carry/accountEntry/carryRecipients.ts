import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** A recipient of a vehicle's carry, and the escrow withheld from them. */
export interface CarryRecipientRow {
  readonly id: string;
  readonly name: string;
  /** Amount paid and not clawed back. */
  readonly received: string;
  readonly escrowBalance: string;
}

/**
 * Returns the carry of a vehicle that had been paid before its accounts began, from the opening entries until a date.
 * Null if it is zero.
 */
export async function readOpeningCarryPaid(tx: Transaction, vehicleId: string, until: string): Promise<string | null> {
  const [found] = await tx.query<{ amount: string | null }>(
    `SELECT nullif(sum(-e.amount), 0)::text AS amount FROM account_entry e
     JOIN source_facts f ON f.tenant_id = $1 AND f.id = e.container_id AND coalesce(f.coinvestment_id, f.fund_id) = $2
     WHERE e.tenant_id = $1 AND e.kind = 'OPENING_DISTRIBUTED' AND e.entry_date <= $3`,
    [tx.tenantId, vehicleId, until],
  );
  return found?.amount ?? null;
}

/** Returns everybody who was paid carry of a vehicle until a date, by name. */
export const readCarryRecipients = (tx: Transaction, vehicleId: string, until: string): Promise<CarryRecipientRow[]> =>
  tx.query<CarryRecipientRow>(
    `SELECT p.id, p.name, sum(x.received)::text AS received, sum(x.escrow)::text AS "escrowBalance" FROM (
       SELECT e.participant_id, e.container_id, e.entry_date, CASE WHEN e.kind IN ('DISTRIBUTION', 'OPENING_DISTRIBUTED') THEN -e.amount
           WHEN e.kind = 'CLAWBACK' THEN e.amount ELSE 0.00 END AS received, 0.00 AS escrow
         FROM account_entry e WHERE e.tenant_id = $1
       UNION ALL SELECT e.participant_id, e.container_id, e.entry_date, CASE WHEN e.kind = 'APPLIED' THEN e.amount ELSE 0.00 END, e.amount
         FROM escrow_entry e WHERE e.tenant_id = $1) x
     JOIN source_facts f ON f.tenant_id = $1 AND f.id = x.container_id AND coalesce(f.coinvestment_id, f.fund_id) = $2
     JOIN participant p ON p.tenant_id = $1 AND p.id = x.participant_id
     WHERE x.entry_date <= $3 GROUP BY p.id, p.name HAVING sum(x.received) > 0 ORDER BY lower(p.name), p.id`,
    [tx.tenantId, vehicleId, until],
  );
