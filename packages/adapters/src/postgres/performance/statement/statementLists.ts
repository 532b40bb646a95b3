import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

export interface NamedRecord {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
}

/** Returns the quarter ends for which vehicles have figures, latest first. */
export const statementDays = (tx: Transaction): Promise<{ endDate: string; formattedDate: string }[]> =>
  tx.query(
    `SELECT f.period_end AS "endDate", to_char(f.period_end, 'MM/DD/YYYY') AS "formattedDate"
     FROM period_figure f WHERE f.tenant_id = $1 AND f.subject = 'VEHICLE' GROUP BY f.period_end ORDER BY f.period_end DESC`,
    [tx.tenantId],
  );

/** Returns the vehicles with commitments, or those of one investor. */
export const vehiclesWithCommitments = (tx: Transaction, investorId: string | null = null): Promise<NamedRecord[]> =>
  tx.query(
    `SELECT v.id, v.code, v.name FROM container v WHERE v.tenant_id = $1 AND v.is_vehicle AND EXISTS (
       SELECT FROM commitment c WHERE c.tenant_id = v.tenant_id AND c.vehicle_id = v.id AND ($2::uuid IS NULL OR c.investor_id = $2))
     ORDER BY lower(v.name), v.id`,
    [tx.tenantId, investorId],
  );

/** Returns the investors with commitments, optionally up to a date and to one vehicle. */
export const statedInvestors = (
  tx: Transaction,
  { vehicleId = null, until = null }: { readonly vehicleId?: string | null; readonly until?: string | null } = {},
): Promise<NamedRecord[]> =>
  tx.query(
    `SELECT i.id, i.code, i.name FROM container i WHERE i.tenant_id = $1 AND i.kind = 'investor' AND EXISTS (
       SELECT FROM commitment c JOIN commitment_event e ON e.tenant_id = c.tenant_id AND e.commitment_id = c.id
       WHERE c.tenant_id = i.tenant_id AND c.investor_id = i.id AND ($2::uuid IS NULL OR c.vehicle_id = $2)
         AND ($3::date IS NULL OR e.booked <= $3))
     ORDER BY lower(i.name), i.id`,
    [tx.tenantId, vehicleId, until],
  );

/** Returns the last audit entry: everything known now was known at it. */
export async function lastAuditSeq(tx: Transaction): Promise<number> {
  const [head] = await tx.query<{ seq: number }>('SELECT h.seq FROM activity_head h WHERE h.tenant_id = $1', [
    tx.tenantId,
  ]);
  return Number(head?.seq ?? 0);
}
