import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { quarterSql } from '../periodFigures/hasVehicleEndedSql.ts';

/**
 * Returns the names of the vehicles to which an investor had committed by a date that have no quarter ending on it.
 * Vehicles that were over by then are left out: they have no further quarters.
 */
export async function fundsWithoutQuarter(
  tx: Transaction,
  investorId: string,
  periodEnd: string,
): Promise<readonly string[]> {
  const rows = await tx.query<{ name: string }>(
    `SELECT b.name FROM commitment o JOIN container b ON b.tenant_id = o.tenant_id AND b.id = o.vehicle_id
     WHERE o.tenant_id = $1 AND o.investor_id = $2
       AND EXISTS (SELECT FROM commitment_event e WHERE e.tenant_id = o.tenant_id AND e.commitment_id = o.id AND e.event_date <= $3)
       AND NOT EXISTS (SELECT FROM period p WHERE p.tenant_id = o.tenant_id AND p.vehicle_id = o.vehicle_id AND p.period_end = $3)
       AND NOT EXISTS ${quarterSql('b', '$3')}
     ORDER BY lower(b.name), b.id`,
    [tx.tenantId, investorId, periodEnd],
  );
  return rows.map(({ name }) => name);
}
