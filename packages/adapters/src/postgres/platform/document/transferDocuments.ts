import type { TransferredDocument } from '@carrara/domain/platform/dataTransfer';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** Returns the released documents of some records, by record, in the order they were added. */
export async function releasedDocuments(
  tx: Transaction,
  objectIds: readonly string[],
): Promise<ReadonlyMap<string, readonly TransferredDocument[]>> {
  const rows = await tx.query<TransferredDocument & { readonly objectId: string }>(
    `SELECT d.object_id AS "objectId", d.id, d.name, r.code AS category, d.file_type AS "fileType", d.mime_type AS "mimeType", d.url,
       d.storage_key AS "storageKey", d.size_bytes::int AS "sizeBytes", encode(d.sha256, 'hex') AS sha256
     FROM document d LEFT JOIN reference_entry r ON r.tenant_id = d.tenant_id AND r.id = d.category_id
     WHERE d.tenant_id = $1 AND d.object_id = ANY ($2::uuid[]) AND d.is_released ORDER BY d.created_at, d.id`,
    [tx.tenantId, objectIds],
  );
  const byRecord = new Map<string, TransferredDocument[]>();
  for (const { objectId, ...document } of rows) byRecord.set(objectId, [...(byRecord.get(objectId) ?? []), document]);
  return byRecord;
}

/**
 * Returns keys for the documents that another tenant's transfers in effect brought: the id there with the address or
 * the SHA-256 of the bytes. For a statement, the record with its name.
 */
export async function readTransferredDocumentKeys(tx: Transaction, sourceId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ recordId: string; item: string }>(
    `SELECT coalesce(d.origin_id, d.object_id) AS "recordId",
       CASE WHEN d.origin_id IS NULL THEN d.name ELSE coalesce(d.url, encode(d.sha256, 'hex')) END AS item
     FROM document d JOIN data_transfer t ON t.tenant_id = $2 AND t.id = d.transfer_id AND t.status = 'COMP' WHERE d.tenant_id = $1`,
    [tx.tenantId, sourceId],
  );
  return new Set(rows.map(({ recordId, item: noun }) => `${recordId} ${noun}`));
}

/** Returns the documents that one transfer brought, each with its record. */
export const documentsOfTransfer = (
  tx: Transaction,
  transferId: string,
): Promise<{ readonly id: string; readonly objectId: string }[]> =>
  tx.query('SELECT id, object_id AS "objectId" FROM document WHERE tenant_id = $1 AND transfer_id = $2 ORDER BY id', [
    tx.tenantId,
    transferId,
  ]);
