import type { TransferredFacts } from '@carrara/domain/platform/dataTransfer';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/**
 * Facts that a transfer contains about a company, a holding or a fund (`recordId`) at its quarter end. They include
 * the facts stored here before it, or null.
 */
export interface FactsOfTransfer {
  readonly recordId: string;
  readonly periodEnd: string;
  readonly before: TransferredFacts | null;
  readonly after: TransferredFacts;
}
const columns = `m.record_id AS "recordId", m.period_end AS "periodEnd", m.before, m.after`;

/** Returns the facts of the latest transfers in effect for a quarter end, by company or holding. */
export async function readTransferredFacts(
  tx: Transaction,
  periodEnd: string,
): Promise<ReadonlyMap<string, TransferredFacts>> {
  const rows = await tx.query<FactsOfTransfer>(
    `SELECT DISTINCT ON (m.record_id) ${columns} FROM transfer_metrics m
     JOIN data_transfer d ON d.target_id = m.tenant_id AND d.id = m.transfer_id AND d.status = 'COMP'
     WHERE m.tenant_id = $1 AND m.period_end = $2 ORDER BY m.record_id, d.answered_at DESC, d.id DESC`,
    [tx.tenantId, periodEnd],
  );
  return new Map(rows.map(({ recordId, after }) => [recordId, after]));
}

/**
 * Returns the latest facts from transfers about the records of funds. They come from transfers in effect, and from
 * undone transfers for funds that they created, because those still exist.
 */
export async function readFactsOfVehicles(
  tx: Transaction,
  vehicleIds: readonly string[],
): Promise<ReadonlyMap<string, TransferredFacts>> {
  const rows = await tx.query<FactsOfTransfer>(
    `SELECT DISTINCT ON (m.record_id) ${columns} FROM transfer_metrics m
     JOIN data_transfer d ON d.target_id = m.tenant_id AND d.id = m.transfer_id AND (d.status = 'COMP' OR m.before IS NULL)
     WHERE m.tenant_id = $1 AND m.record_id = ANY ($2::uuid[])
     ORDER BY m.record_id, (d.status = 'COMP') DESC, d.answered_at DESC, d.id DESC`,
    [tx.tenantId, vehicleIds],
  );
  return new Map(rows.map(({ recordId, after }) => [recordId, after]));
}

export const factsOfTransfer = (tx: Transaction, transferId: string): Promise<FactsOfTransfer[]> =>
  tx.query<FactsOfTransfer>(
    `SELECT ${columns} FROM transfer_metrics m WHERE m.tenant_id = $1 AND m.transfer_id = $2 ORDER BY m.record_id`,
    [tx.tenantId, transferId],
  );

export const storeFacts = (tx: Transaction, transferId: string, facts: readonly FactsOfTransfer[]) =>
  tx.query(
    `INSERT INTO transfer_metrics (tenant_id, transfer_id, record_id, period_end, before, after, created_at)
     SELECT $1, $2, m."recordId", m."periodEnd", nullif(m.before, 'null'), m.after, $4
     FROM jsonb_to_recordset($3::jsonb) AS m("recordId" uuid, "periodEnd" date, before jsonb, after jsonb)`,
    [tx.tenantId, transferId, JSON.stringify(facts), tx.now],
  );

/** Returns the ids of reference entries by type and code, including inactive ones. */
export async function entriesByCode(
  tx: Transaction,
  types: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const rows = await tx.query<{ type: string; code: string; id: string }>(
    'SELECT type, code, id FROM reference_entry WHERE tenant_id = $1 AND type = ANY ($2::text[])',
    [tx.tenantId, types],
  );
  const idsByCode = (type: string) =>
    rows.filter((row) => row.type === type).map(({ code, id }) => [code, id] as const);
  return new Map(types.map((type) => [type, new Map(idsByCode(type))]));
}
