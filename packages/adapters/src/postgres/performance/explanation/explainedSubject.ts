import type { Subject } from '@carrara/domain/performance/period';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { quarterSql } from '../periodFigures/hasVehicleEndedSql.ts';

/** Subject of the figure. */
export interface FoundSubject {
  readonly subject: Subject | 'INVESTMENT';
  readonly id: string;
  readonly name: string;
  /** Record to link to. */
  readonly record: { readonly id: string; readonly type: string } | null;
  /** Null for an investor or an investment. */
  readonly vehicleId: string | null;
}

/**
 * Returns a vehicle, holding, commitment or investor by its id. An investor along with a vehicle selects that
 * investor's commitment. Undefined if the id is none of these.
 */
export async function readSubject(
  tx: Transaction,
  id: string,
  investorId: string | undefined,
): Promise<FoundSubject | undefined> {
  const [found] = await tx.query<FoundSubject>(
    `SELECT 'VEHICLE' AS subject, v.id, v.name, v.id AS "vehicleId", jsonb_build_object('id', v.id, 'type', v.kind) AS record
       FROM container v WHERE v.tenant_id = $1 AND v.id = $2 AND v.is_vehicle AND $3::uuid IS NULL
     UNION ALL SELECT 'INVESTOR', n.id, n.name, NULL, jsonb_build_object('id', n.id, 'type', 'investor')
       FROM container n WHERE n.tenant_id = $1 AND n.id = $2 AND n.kind = 'investor'
     UNION ALL SELECT 'INVESTMENT', n.id, n.name, NULL, jsonb_build_object('id', n.id, 'type', 'investment')
       FROM container n WHERE n.tenant_id = $1 AND n.id = $2 AND n.kind = 'investment'
     UNION ALL SELECT 'COMMITMENT', c.id, i.name || ' in ' || v.name, v.id, jsonb_build_object('id', i.id, 'type', 'investor')
       FROM commitment c JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investor_id
       JOIN container v ON v.tenant_id = c.tenant_id AND v.id = c.vehicle_id
       WHERE c.tenant_id = $1 AND (c.id = $2 AND $3::uuid IS NULL OR c.vehicle_id = $2 AND c.investor_id = $3)
     UNION ALL SELECT 'HOLDING', h.id, i.name || ' in ' || v.name, v.id, jsonb_build_object('id', i.id, 'type', 'performanceInvestment')
       FROM source_facts h JOIN container i ON i.tenant_id = h.tenant_id AND i.id = h.investment_id
       JOIN container v ON v.tenant_id = h.tenant_id AND v.id = coalesce(h.coinvestment_id, h.fund_id)
       WHERE h.tenant_id = $1 AND h.part_id = h.id AND h.id = $2`,
    [tx.tenantId, id, investorId ?? null],
  );
  return found;
}

/** Returns the vehicles that an investor has committed to, with their currencies. */
export async function vehiclesOfInvestor(
  tx: Transaction,
  investorId: string,
): Promise<readonly { readonly id: string; readonly currency: string }[]> {
  return tx.query(
    `SELECT c.vehicle_id AS id, r.code AS currency FROM commitment c
     LEFT JOIN fund f ON f.tenant_id = c.tenant_id AND f.id = c.vehicle_id
     LEFT JOIN coinvestment k ON k.tenant_id = c.tenant_id AND k.id = c.vehicle_id
     JOIN reference_entry r ON r.tenant_id = c.tenant_id AND r.id = coalesce(f.currency_id, k.currency_id)
     WHERE c.tenant_id = $1 AND c.investor_id = $2 ORDER BY c.vehicle_id`,
    [tx.tenantId, investorId],
  );
}

/** Returns the vehicles that hold an investment, with their holdings and currencies. */
export async function readHolders(
  tx: Transaction,
  investmentId: string,
): Promise<readonly { readonly id: string; readonly holdingId: string; readonly currency: string }[]> {
  return tx.query(
    `SELECT v.id, h.id AS "holdingId", r.code AS currency FROM source_facts h
     JOIN container v ON v.tenant_id = h.tenant_id AND v.id = coalesce(h.coinvestment_id, h.fund_id)
     LEFT JOIN fund f ON f.tenant_id = v.tenant_id AND f.id = v.id
     LEFT JOIN coinvestment k ON k.tenant_id = v.tenant_id AND k.id = v.id
     JOIN reference_entry r ON r.tenant_id = v.tenant_id AND r.id = coalesce(f.currency_id, k.currency_id)
     WHERE h.tenant_id = $1 AND h.part_id = h.id AND h.investment_id = $2
       AND EXISTS (SELECT FROM security s WHERE s.tenant_id = h.tenant_id AND s.holding_id = h.id) ORDER BY v.id`,
    [tx.tenantId, investmentId],
  );
}

/** Returns the names of holdings, securities and commitments of vehicles. A commitment has its investor's name. */
export async function namesInVehicles(
  tx: Transaction,
  vehicleIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; name: string }>(
    `SELECT s.id, s.name FROM security s WHERE s.tenant_id = $1 AND s.vehicle_id = ANY ($2::uuid[])
     UNION ALL SELECT c.id, i.name FROM commitment c JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investor_id
       WHERE c.tenant_id = $1 AND c.vehicle_id = ANY ($2::uuid[])
     UNION ALL SELECT h.id, i.name FROM source_facts h JOIN container i ON i.tenant_id = h.tenant_id AND i.id = h.investment_id
       WHERE h.tenant_id = $1 AND h.part_id = h.id AND coalesce(h.coinvestment_id, h.fund_id) = ANY ($2::uuid[])`,
    [tx.tenantId, vehicleIds],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns true if the firm has a currency with this code. */
export async function isCurrency(tx: Transaction, code: string): Promise<boolean> {
  const found = await tx.query(
    `SELECT FROM reference_entry r WHERE r.tenant_id = $1 AND r.type = 'currency' AND r.code = $2`,
    [tx.tenantId, code],
  );
  return found.length > 0;
}

/**
 * Returns the quarter end whose figures a vehicle has at a later one if late vehicles are carried forward. Without
 * `coversAllPartners`, it is that of its holdings and commitments. Undefined if there are none.
 */
export async function quarterCarriedForward(
  tx: Transaction,
  vehicleId: string,
  end: string,
  coversAllPartners: boolean | undefined,
): Promise<string | undefined> {
  const when = {
    when: 'true',
    ...(coversAllPartners === undefined ? {} : { coversAllPartners: String(coversAllPartners) }),
  };
  const [found] = await tx.query<{ end: string }>(
    `SELECT q.period_end AS "end" FROM container v CROSS JOIN LATERAL ${quarterSql('v', '$3::date', when)} q
     WHERE v.tenant_id = $1 AND v.id = $2`,
    [tx.tenantId, vehicleId, end],
  );
  return found?.end;
}

/** Returns the state of a vehicle's quarter: whether it is locked, and its version. */
export async function stateOfQuarter(
  tx: Transaction,
  vehicleId: string,
  end: string,
): Promise<{ readonly status: 'OPEN' | 'LOCKED'; readonly version: number | null } | undefined> {
  const [found] = await tx.query<{ status: 'OPEN' | 'LOCKED'; version: number | null }>(
    `SELECT p.status, (SELECT max(v.version) FROM period_version v WHERE v.tenant_id = p.tenant_id AND v.period_id = p.id) AS version
     FROM period p WHERE p.tenant_id = $1 AND p.vehicle_id = $2 AND p.period_end = $3`,
    [tx.tenantId, vehicleId, end],
  );
  return found;
}
