import type { Reference } from '@carrara/contract/core/kinds';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

interface Fund {
  readonly fundId: string;
  readonly fundName: string;
  readonly fundCode: string;
}

/** Returns the vehicles that have figures by quarter end, latest first, or of one quarter end. */
export const fundsByDate = (
  tx: Transaction,
  endDate: string | null,
): Promise<{ endDate: string; formattedDate: string; funds: Fund[] }[]> =>
  tx.query(
    `SELECT f.period_end AS "endDate", to_char(f.period_end, 'MM/DD/YYYY') AS "formattedDate",
       jsonb_agg(jsonb_build_object('fundId', v.id, 'fundName', v.name, 'fundCode', v.code) ORDER BY lower(v.name), v.id) AS funds
     FROM period_figure f JOIN container v ON v.tenant_id = f.tenant_id AND v.id = f.subject_id
     WHERE f.tenant_id = $1 AND f.subject = 'VEHICLE' AND ($2::date IS NULL OR f.period_end = $2) GROUP BY 1 ORDER BY 1 DESC`,
    [tx.tenantId, endDate],
  );

/** Returns the investor type of each commitment of a vehicle. */
export async function readInvestorTypes(tx: Transaction, vehicleId: string): Promise<ReadonlyMap<string, Reference>> {
  const rows = await tx.query<{ id: string; type: Reference }>(
    `SELECT c.id, jsonb_build_object('id', t.id, 'code', t.code, 'description', t.description) AS type
     FROM commitment c JOIN investor n ON n.tenant_id = c.tenant_id AND n.id = c.investor_id
     JOIN reference_entry t ON t.tenant_id = n.tenant_id AND t.id = n.type_id WHERE c.tenant_id = $1 AND c.vehicle_id = $2`,
    [tx.tenantId, vehicleId],
  );
  return new Map(rows.map(({ id, type }) => [id, type]));
}
