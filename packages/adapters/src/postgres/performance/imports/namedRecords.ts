import type { CalendarDate } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { holdings } from '../periodFigures/unreportedHolding.ts';

export interface NamedRecord {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
}

/** Returns the funds and coinvestments whose code or name is one of these words. */
export const vehiclesNamed = (tx: Transaction, names: readonly string[]): Promise<NamedRecord[]> =>
  tx.query(
    `SELECT c.id, c.code, c.name FROM container c WHERE c.tenant_id = $1 AND c.is_vehicle
       AND (lower(c.code) = ANY ($2::text[]) OR lower(c.name) = ANY ($2::text[])) ORDER BY c.id`,
    [tx.tenantId, names.map((name) => name.toLowerCase())],
  );

/** Returns the investors whose code or name is one of these words. */
export const investorsNamed = (
  tx: Transaction,
  names: readonly string[],
): Promise<(NamedRecord & { readonly isGp: boolean })[]> =>
  tx.query(
    `SELECT c.id, c.code, c.name, t.code = 'GP' AS "isGp" FROM investor n
     JOIN container c ON c.tenant_id = n.tenant_id AND c.id = n.id
     JOIN reference_entry t ON t.tenant_id = n.tenant_id AND t.id = n.type_id
     WHERE n.tenant_id = $1 AND (lower(c.code) = ANY ($2::text[]) OR lower(c.name) = ANY ($2::text[])) ORDER BY c.id`,
    [tx.tenantId, names.map((name) => name.toLowerCase())],
  );

/** Returns the holdings of a vehicle with the code and name of their investments. */
export const readNamedHoldings = (tx: Transaction, vehicleId: string): Promise<NamedRecord[]> =>
  tx.query(
    `SELECT h.id, i.code, i.name FROM (
       SELECT tenant_id, id, investment_id FROM fund_investment WHERE tenant_id = $1 AND fund_id = $2
       UNION ALL SELECT tenant_id, id, investment_id FROM coinvestment_investment WHERE tenant_id = $1 AND coinvestment_id = $2) h
     JOIN container i ON i.tenant_id = h.tenant_id AND i.id = h.investment_id ORDER BY h.id`,
    [tx.tenantId, vehicleId],
  );

export interface EntryOriginRow {
  readonly id: string;
  readonly externalId: string | null;
  readonly description: string | null;
  readonly settledOn: CalendarDate | null;
  readonly uploadId: string | null;
  readonly uploadName: string | null;
  readonly isUndone: boolean;
}
/** Returns the origins of a vehicle's entries in the order of entry. */
export const entryOrigins = (tx: Transaction, vehicleId: string): Promise<EntryOriginRow[]> =>
  tx.query(
    `SELECT e.id, e.external_id AS "externalId", e.description, e.settled_on AS "settledOn", CASE WHEN e.source_kind = 'UPLOAD' THEN e.source_id END AS "uploadId",
       u.name AS "uploadName", coalesce(u.status = 'UNDONE', false) AS "isUndone"
     FROM ledger_entry e LEFT JOIN upload_history u ON u.tenant_id = e.tenant_id AND u.id = e.source_id AND e.source_kind = 'UPLOAD'
     WHERE e.tenant_id = $1 AND e.vehicle_id = $2 ORDER BY e.id`,
    [tx.tenantId, vehicleId],
  );

/** Returns the vehicles whose ledgers have entries from an upload, ordered by id. */
export async function vehiclesOfUpload(tx: Transaction, uploadId: string): Promise<readonly string[]> {
  const from = (row: string) =>
    `WHERE ${row}.tenant_id = $1 AND ${row}.source_kind = 'UPLOAD' AND ${row}.source_id = $2`;
  const rows = await tx.query<{ id: string }>(
    `SELECT e.vehicle_id AS id FROM ledger_entry e ${from('e')}
     UNION SELECT v.vehicle_id FROM valuation v ${from('v')}
     UNION SELECT f.vehicle_id FROM reported_figure f ${from('f')}
     UNION SELECT c.vehicle_id FROM commitment_event x JOIN commitment c ON c.tenant_id = x.tenant_id AND c.id = x.commitment_id ${from('x')}
     ORDER BY 1`,
    [tx.tenantId, uploadId],
  );
  return rows.map(({ id }) => id);
}

export interface ValueRow {
  readonly securityId: string;
  readonly date: string;
  /** Null if the valuation was withdrawn. */
  readonly fairValue: string | null;
  readonly methodId: string | null;
  readonly externalId: string | null;
  /** Upload that it came from. */
  readonly uploadId: string | null;
  readonly isUndone: boolean;
}
/**
 * Returns the valuations of a vehicle in the order they were entered. For each security and date, the last one counts.
 */
export const readValuations = (tx: Transaction, vehicleId: string): Promise<ValueRow[]> =>
  tx.query(
    `SELECT v.security_id AS "securityId", v.valuation_date AS date, v.fair_value AS "fairValue", v.method_id AS "methodId",
       v.external_id AS "externalId", u.id AS "uploadId", coalesce(u.status = 'UNDONE', false) AS "isUndone"
     FROM valuation v LEFT JOIN upload_history u ON u.tenant_id = v.tenant_id AND u.id = v.source_id AND v.source_kind = 'UPLOAD'
     WHERE v.tenant_id = $1 AND v.vehicle_id = $2 ORDER BY v.seq, v.position, v.id`,
    [tx.tenantId, vehicleId],
  );

/** Returns a vehicle's commitment changes that have an external id from a file's sender. */
export const numberedEvents = (tx: Transaction, vehicleId: string): Promise<{ id: string; externalId: string }[]> =>
  tx.query(
    `SELECT e.id, e.external_id AS "externalId" FROM commitment_event e
     JOIN commitment c ON c.tenant_id = e.tenant_id AND c.id = e.commitment_id
     WHERE e.tenant_id = $1 AND c.vehicle_id = $2 AND e.external_id IS NOT NULL`,
    [tx.tenantId, vehicleId],
  );

export interface HoldingNamed {
  readonly id: string;
  readonly investment: NamedRecord;
  readonly vehicle: NamedRecord;
  /** Locked quarters of the vehicle. */
  readonly locked: readonly string[];
}
/** Returns the holdings in investments whose code or name is one of these words, with their holders. */
export const holdingsNamed = (tx: Transaction, names: readonly string[]): Promise<HoldingNamed[]> =>
  tx.query(
    `SELECT h.id, jsonb_build_object('id', i.id, 'code', i.code, 'name', i.name) AS investment,
       jsonb_build_object('id', v.id, 'code', v.code, 'name', v.name) AS vehicle,
       coalesce((SELECT jsonb_agg(p.period_end) FROM period p WHERE p.tenant_id = h.tenant_id AND p.vehicle_id = h.vehicle_id AND p.status = 'LOCKED'), '[]') AS locked
     FROM ${holdings} h JOIN container i ON i.tenant_id = h.tenant_id AND i.id = h.investment_id
     JOIN container v ON v.tenant_id = h.tenant_id AND v.id = h.vehicle_id
     WHERE h.tenant_id = $1 AND (lower(i.code) = ANY ($2::text[]) OR lower(i.name) = ANY ($2::text[])) ORDER BY h.id`,
    [tx.tenantId, names.map((name) => name.toLowerCase())],
  );
