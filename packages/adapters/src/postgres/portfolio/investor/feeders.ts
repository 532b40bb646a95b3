import type { Transaction } from '../../engine/unitOfWork/index.ts';

/** What is about to be said of an investor. */
export interface FeederLink {
  readonly investorId: string;
  /** The vehicle that it is to be; as it stands where nothing is said. */
  readonly isVehicle?: string;
  /** A vehicle that it is to commit to, beside those that it has. */
  readonly commitsTo?: string;
}

/**
 * Whether a vehicle would hold itself, through investors that are vehicles. Who makes such a link waits for whoever is making another, to the end of
 * that transaction, so this is asked for before anything else is locked.
 */
export async function wouldHoldItself(tx: Transaction, link: FeederLink): Promise<boolean> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('feeders ' || $1::text, 0))`, [tx.tenantId]);
  const found = await tx.query(
    `WITH RECURSIVE held (id) AS (
       (SELECT $4::uuid UNION SELECT c.vehicle_id FROM commitment c WHERE c.tenant_id = $1 AND c.investor_id = $2)
       UNION SELECT c.vehicle_id FROM held h JOIN investor i ON i.tenant_id = $1 AND i.vehicle_id = h.id
         JOIN commitment c ON c.tenant_id = $1 AND c.investor_id = i.id)
     SELECT FROM held WHERE id = coalesce($3::uuid, (SELECT i.vehicle_id FROM investor i WHERE i.tenant_id = $1 AND i.id = $2))`,
    [tx.tenantId, link.investorId, link.isVehicle ?? null, link.commitsTo ?? null],
  );
  return found.length > 0;
}
