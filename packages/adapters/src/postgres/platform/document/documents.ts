import type { Document } from '@carrara/contract/platform/document/document';
import { column, condition, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { isReadableSql, isPayNoteSql, objectNameSql } from '../note/noteSubjects.ts';
import { personName } from '../../engine/texts/personName.ts';
import { defineRecord } from '../../engine/records/recordStore.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** Store of documents with a file, or with the address of one. The bytes are in the file store under `storageKey`. */
export const documentStore = defineRecord({
  objectType: 'document',
  table: 'document',
  fields: {
    name: { kind: 'text', title: 'Document', required: true },
    category: { kind: 'reference', target: 'reference:document-category', title: 'Category' },
    url: { kind: 'text', title: 'Address' },
    fileType: { kind: 'code', title: 'Type' },
    mimeType: { kind: 'text', title: 'Media type' },
    sizeBytes: { kind: 'count', title: 'Bytes' },
    storageKey: { kind: 'text', title: 'Stored as' },
    isReleased: { kind: 'boolean', title: 'Released' },
  },
  links: {
    objectType: { kind: 'code' },
    objectId: { kind: 'id' },
    application: { kind: 'code' },
    transferId: { kind: 'id' },
    originId: { kind: 'id' },
  },
});

export const documentList = defineListQuery<Document>({
  base: { table: 'document' },
  columns: {
    rowVersion: column('count', 'b.row_version'),
    createdDate: column('instant', 'b.created_at'),
    createdBy: column('text', personName('b.created_by')),
    updatedDate: column('instant', 'b.updated_at'),
    updatedBy: column('text', personName('b.updated_by')),
    name: column('text', 'b.name'),
    category: referenceColumn('b.category_id', 'reference:document-category'),
    url: column('text', 'b.url'),
    fileType: column('text', 'b.file_type'),
    sizeBytes: column('count', 'b.size_bytes'),
    containerId: { value: 'b.object_id' },
    objectType: column('text', 'b.object_type'),
    application: { value: 'b.application' },
    isReleased: { value: 'b.is_released' },
    transferId: { value: 'b.transfer_id' },
  },
  search: { text: 'lower(b.name)' },
  filters: {
    id: condition('b.id = ?::uuid'),
    objectId: condition('b.object_id = ?::uuid'),
    types: condition(`(${isPayNoteSql('b')} OR ${isReadableSql('b.object_type', 'b.application', '?::text[]')})`),
    isOfPay: condition(`(${isPayNoteSql('b')}) = ?::boolean`),
    canViewPay: condition(`(?::boolean OR NOT (${isPayNoteSql('b')}))`),
  },
  defaultSort: { field: 'name', ascending: true },
});

/** Returns the categories for documents of this record type: those of its subtype, and those without one. */
export function documentCategories(
  tx: Transaction,
  objectType: string,
): Promise<{ id: string; code: string; description: string }[]> {
  return tx.prepared(
    `SELECT id, code, description FROM reference_entry
     WHERE tenant_id = $1 AND type = 'document-category' AND sub_type IN ('', upper($2)) AND NOT is_inactive
     ORDER BY display_order, description, id`,
    [tx.tenantId, objectType],
  );
}

/** The file of a document, with its location in the file store. */
export interface DocumentFile {
  readonly id: string;
  readonly name: string;
  /** The name of the document's record. */
  readonly recordName: string;
  readonly mimeType: string | null;
  readonly sizeBytes: number;
  readonly storageKey: string;
  /** SHA-256 of the bytes as hexadecimal digits; null if there is none. */
  readonly sha256: string | null;
}

/** Returns the files of some documents by name. Links have none. */
export const documentFiles = (tx: Transaction, ids: readonly string[]): Promise<DocumentFile[]> =>
  tx.query(
    `SELECT d.id, d.name, coalesce(${objectNameSql('d')}, '') AS "recordName", d.mime_type AS "mimeType",
       coalesce(d.size_bytes, 0)::float8 AS "sizeBytes", d.storage_key AS "storageKey", encode(d.sha256, 'hex') AS sha256
     FROM document d WHERE d.tenant_id = $1 AND d.id = ANY ($2::uuid[]) AND d.storage_key IS NOT NULL
     ORDER BY lower(d.name), d.created_at, d.id`,
    [tx.tenantId, ids],
  );

/** Stores the SHA-256 of a file's bytes, so that the file can be checked against its record. */
export async function storeDigest(tx: Transaction, id: string, sha256: Uint8Array): Promise<void> {
  await tx.query('UPDATE document SET sha256 = $3 WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    id,
    Buffer.from(sha256),
  ]);
}
