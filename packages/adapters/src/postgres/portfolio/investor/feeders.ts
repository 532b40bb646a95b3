import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** A planned change to an investor. */
export interface FeederLink {
  readonly investorId: string;
  /** Vehicle that the investor is to represent. Undefined leaves it unchanged. */
  readonly isVehicle?: string;
  /** Vehicle of an additional commitment. */
  readonly commitsTo?: string;
}

/**
 * True if the change would make a vehicle hold itself through investors that are vehicles. Takes a lock until the end
 * of the transaction, so that such changes run one after another. Call this before locking anything else.
 */
export async function wouldOwnItself(tx: Transaction, link: FeederLink): Promise<boolean> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('feeders ' || $1::text, 0))`, [tx.tenantId]);
  const found = await tx.query(
    `WITH RECURSIVE owned (id) AS (
       (SELECT $4::uuid UNION SELECT c.vehicle_id FROM commitment c WHERE c.tenant_id = $1 AND c.investor_id = $2)
       UNION SELECT c.vehicle_id FROM owned h JOIN investor i ON i.tenant_id = $1 AND i.vehicle_id = h.id
         JOIN commitment c ON c.tenant_id = $1 AND c.investor_id = i.id)
     SELECT FROM owned WHERE id = coalesce($3::uuid, (SELECT i.vehicle_id FROM investor i WHERE i.tenant_id = $1 AND i.id = $2))`,
    [tx.tenantId, link.investorId, link.isVehicle ?? null, link.commitsTo ?? null],
  );
  return found.length > 0;
}
