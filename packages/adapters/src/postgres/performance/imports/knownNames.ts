import type { Transaction } from '../../engine/unitOfWork/index.ts';

export interface NamedRecord {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
}

/** Funds and coinvestments that are called by one of these words, as code or as name. */
export const vehiclesNamed = (tx: Transaction, words: readonly string[]): Promise<NamedRecord[]> =>
  tx.query(
    `SELECT c.id, c.code, c.name FROM container c WHERE c.tenant_id = $1 AND c.is_vehicle
       AND (lower(c.code) = ANY ($2::text[]) OR lower(c.name) = ANY ($2::text[])) ORDER BY c.id`,
    [tx.tenantId, words.map((word) => word.toLowerCase())],
  );

/** Investors that are called by one of these words, as code or as name. */
export const investorsNamed = (
  tx: Transaction,
  words: readonly string[],
): Promise<(NamedRecord & { readonly isGp: boolean })[]> =>
  tx.query(
    `SELECT c.id, c.code, c.name, t.code = 'GP' AS "isGp" FROM investor n
     JOIN container c ON c.tenant_id = n.tenant_id AND c.id = n.id
     JOIN reference_entry t ON t.tenant_id = n.tenant_id AND t.id = n.type_id
     WHERE n.tenant_id = $1 AND (lower(c.code) = ANY ($2::text[]) OR lower(c.name) = ANY ($2::text[])) ORDER BY c.id`,
    [tx.tenantId, words.map((word) => word.toLowerCase())],
  );

/** The holdings of a vehicle, by what their investments are called. */
export const holdingsOf = (tx: Transaction, vehicleId: string): Promise<NamedRecord[]> =>
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
  readonly uploadId: string | null;
}
/** Where the entries of a vehicle come from. */
export const entryOrigins = (tx: Transaction, vehicleId: string): Promise<EntryOriginRow[]> =>
  tx.query(
    `SELECT e.id, e.external_id AS "externalId", e.description, CASE WHEN e.source_kind = 'UPLOAD' THEN e.source_id END AS "uploadId"
     FROM ledger_entry e WHERE e.tenant_id = $1 AND e.vehicle_id = $2`,
    [tx.tenantId, vehicleId],
  );

/** The vehicles in whose ledgers an upload entered something, in the order of their ids. */
export async function vehiclesOfUpload(tx: Transaction, uploadId: string): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT DISTINCT e.vehicle_id AS id FROM ledger_entry e
     WHERE e.tenant_id = $1 AND e.source_kind = 'UPLOAD' AND e.source_id = $2 ORDER BY 1`,
    [tx.tenantId, uploadId],
  );
  return rows.map(({ id }) => id);
}

export interface ValueRow {
  readonly securityId: string;
  readonly date: string;
  readonly fairValue: string;
  readonly methodId: string | null;
}
/** What counts of the valuations of a vehicle: of a security and day the last one. */
export const valuesOf = (tx: Transaction, vehicleId: string): Promise<ValueRow[]> =>
  tx.query(
    `SELECT DISTINCT ON (v.security_id, v.valuation_date) v.security_id AS "securityId", v.valuation_date AS date,
       v.fair_value AS "fairValue", v.method_id AS "methodId"
     FROM valuation v WHERE v.tenant_id = $1 AND v.vehicle_id = $2
     ORDER BY v.security_id, v.valuation_date, v.seq DESC, v.position DESC, v.id DESC`,
    [tx.tenantId, vehicleId],
  );

/** The changes of the commitments of a vehicle that the sender of a file has a number for. */
export const numberedEvents = (tx: Transaction, vehicleId: string): Promise<{ id: string; externalId: string }[]> =>
  tx.query(
    `SELECT e.id, e.external_id AS "externalId" FROM commitment_event e
     JOIN commitment c ON c.tenant_id = e.tenant_id AND c.id = e.commitment_id
     WHERE e.tenant_id = $1 AND c.vehicle_id = $2 AND e.external_id IS NOT NULL`,
    [tx.tenantId, vehicleId],
  );
