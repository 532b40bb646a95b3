import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** Identity of a record at the tenant that sent it, according to the latest transfer in effect. */
export interface TransferOrigin {
  readonly originId: string;
  readonly kind: 'INVESTOR' | 'VEHICLE' | 'INVESTMENT';
  readonly recordId: string;
  /** True if the transfer created the record. */
  readonly isNew: boolean;
  /** Name in the package. */
  readonly theirs: string;
  /** Previous name in this tenant. Null if the transfer created the record or didn't change its name. */
  readonly before: string | null;
  /** Name in this tenant since then. */
  readonly after: string;
}

const columns = `o.origin_id AS "originId", o.kind, o.record_id AS "recordId", o.is_new AS "isNew", o.theirs, o.before, o.after`;

/**
 * Returns this tenant's records by their ids at another tenant, from transfers in effect. Records that an undone
 * transfer created are included, because they still exist.
 */
export async function readOrigins(tx: Transaction, sourceId: string): Promise<ReadonlyMap<string, TransferOrigin>> {
  const rows = await tx.query<TransferOrigin>(
    `SELECT DISTINCT ON (o.origin_id) ${columns} FROM transfer_origin o
     JOIN data_transfer d ON d.tenant_id = o.source_id AND d.id = o.transfer_id
     WHERE o.tenant_id = $1 AND o.source_id = $2 AND (d.status = 'COMP' OR o.is_new)
     ORDER BY o.origin_id, (d.status = 'COMP') DESC, d.answered_at DESC, d.id DESC`,
    [tx.tenantId, sourceId],
  );
  return new Map(rows.map((row) => [row.originId, row]));
}

/** Returns the records that one transfer created or matched. */
export const originsOfTransfer = (tx: Transaction, transferId: string): Promise<TransferOrigin[]> =>
  tx.query<TransferOrigin>(
    `SELECT ${columns} FROM transfer_origin o WHERE o.tenant_id = $1 AND o.transfer_id = $2 ORDER BY o.record_id`,
    [tx.tenantId, transferId],
  );

export const storeOrigins = (
  tx: Transaction,
  { id, sourceId }: { readonly id: string; readonly sourceId: string },
  origins: readonly TransferOrigin[],
) =>
  tx.query(
    `INSERT INTO transfer_origin (tenant_id, transfer_id, source_id, origin_id, kind, record_id, is_new, theirs, before, after, created_at)
     SELECT $1, $2, $3, o."originId", o.kind, o."recordId", o."isNew", o.theirs, o.before, o.after, $5
     FROM jsonb_to_recordset($4::jsonb) AS o("originId" uuid, kind text, "recordId" uuid, "isNew" boolean, theirs text, before text, after text)`,
    [tx.tenantId, id, sourceId, JSON.stringify(origins), tx.now],
  );

export interface TransferredRow {
  readonly id: string;
  readonly originId: string;
  readonly commitmentId: string;
}

/**
 * Returns the rows of a vehicle that transfers in effect brought from another tenant, by their ids there. If one was
 * entered again, returns the latest.
 */
export async function rowsOfTransfer(tx: Transaction, vehicleId: string, sourceId: string) {
  const joins = (row: string) =>
    `JOIN data_transfer d ON d.tenant_id = $3 AND d.id = ${row}.source_id AND d.status = 'COMP'`;
  const brought = (row: string) => `${row}.source_kind = 'TRANSFER' AND ${row}.external_id IS NOT NULL`;
  const ids = [tx.tenantId, vehicleId, sourceId];
  const [entries, events] = await Promise.all([
    tx.query<TransferredRow>(
      `SELECT e.id, e.external_id AS "originId", s.commitment_id AS "commitmentId" FROM ledger_entry e
       JOIN ledger_share s ON s.tenant_id = e.tenant_id AND s.entry_id = e.id ${joins('e')}
       WHERE e.tenant_id = $1 AND e.vehicle_id = $2 AND ${brought('e')} ORDER BY e.seq, e.id`,
      ids,
    ),
    tx.query<TransferredRow>(
      `SELECT e.id, e.external_id AS "originId", e.commitment_id AS "commitmentId" FROM commitment_event e
       JOIN commitment c ON c.tenant_id = e.tenant_id AND c.id = e.commitment_id ${joins('e')}
       WHERE e.tenant_id = $1 AND c.vehicle_id = $2 AND ${brought('e')} ORDER BY e.seq, e.id`,
      ids,
    ),
  ]);
  return { entries, events };
}

/**
 * Returns the ids, descriptions and file names that the sender uses for rows. A row that is entered again gets the same
 * ones. Reported figures have no id from the sender.
 */
export async function readNumbers(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, RowOrigin>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<RowOrigin & { readonly id: string }>(
    [
      ['ledger_entry', 'e.external_id'],
      ['commitment_event', 'e.external_id'],
      ['reported_figure', 'NULL'],
    ]
      .map(
        ([table, externalId]) =>
          `SELECT e.id, ${externalId} AS "externalId", e.description, u.name AS "uploadName" FROM ${table} e
           LEFT JOIN upload_history u ON u.tenant_id = e.tenant_id AND u.id = e.source_id AND e.source_kind = 'UPLOAD'
           WHERE e.tenant_id = $1 AND e.id = ANY ($2::uuid[])`,
      )
      .join(' UNION ALL '),
    [tx.tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
export interface RowOrigin {
  readonly externalId: string | null;
  readonly description: string | null;
  /** The file that the row came from. */
  readonly uploadName?: string | null;
}

/** A vehicle that a transfer can be mapped to. */
export interface OwnVehicle {
  readonly id: string;
  readonly kind: 'fund' | 'coinvestment';
  readonly code: string | null;
  readonly name: string;
  readonly firmId: string | null;
}
export const readOwnVehicles = (tx: Transaction): Promise<OwnVehicle[]> =>
  tx.query<OwnVehicle>(
    `SELECT b.id, b.kind, b.code, b.name, coalesce(f.firm_id, c.firm_id) AS "firmId" FROM container b
     LEFT JOIN fund f ON f.tenant_id = b.tenant_id AND f.id = b.id LEFT JOIN coinvestment c ON c.tenant_id = b.tenant_id AND c.id = b.id
     WHERE b.tenant_id = $1 AND b.is_vehicle ORDER BY b.id`,
    [tx.tenantId],
  );

/** Returns the firm in this tenant that a link is about. */
export async function firmOfLink(
  tx: Transaction,
  linkId: string,
): Promise<{ readonly id: string; readonly code: string | null } | undefined> {
  const [found] = await tx.query<{ id: string; code: string | null }>(
    `SELECT b.id, b.code FROM firm_link l JOIN container b ON b.tenant_id = l.tenant_id AND b.id = l.firm_id
     WHERE l.tenant_id = $1 AND l.link_id = $2`,
    [tx.tenantId, linkId],
  );
  return found;
}

/** Returns the id of a reference entry by its code. */
export async function referenceId(tx: Transaction, type: string, code: string): Promise<string | undefined> {
  const [found] = await tx.query<{ id: string }>(
    'SELECT id FROM reference_entry WHERE tenant_id = $1 AND type = $2 AND lower(code) = lower($3)',
    [tx.tenantId, type, code],
  );
  return found?.id;
}
