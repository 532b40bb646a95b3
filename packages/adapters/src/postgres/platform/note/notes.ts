import type { Note } from '@carrara/contract/platform/note';
import { personName } from '../../engine/texts/personName.ts';
import { defineRecord } from '../../engine/records/recordStore.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { isReadableSql, objectNameSql, ofPaySql } from './annotated.ts';

export const noteStore = defineRecord({
  objectType: 'note',
  table: 'note',
  fields: { noteText: { kind: 'longText', title: 'Note', required: true, max: 20_000 } },
  links: { objectType: { kind: 'code' }, objectId: { kind: 'id' }, application: { kind: 'code' } },
});

export type StoredNote = Omit<Note, 'canEdit'> & { readonly authorId: string | null };

/**
 * Notes that a person may read: those of `readablePapers`, and compensation's notes on employees whose pay is visible
 * to them.
 */
export interface Readable {
  readonly types: readonly string[];
  readonly canViewPay: boolean;
}
/** Index of the parameter with the types. The one for pay follows. */
const readable = (row: string, at: number) =>
  `CASE WHEN ${ofPaySql(row)} THEN $${at + 1}::boolean ELSE ${isReadableSql(`${row}.object_type`, `${row}.application`, `$${at}::text[]`)} END`;

/** Returns the readable notes of one record, newest first, or a single note. */
export function readNotes(
  tx: Transaction,
  filter: { readonly objectId: string } | { readonly id: string },
  { types, canViewPay }: Readable,
): Promise<StoredNote[]> {
  const [condition, value] = 'id' in filter ? ['b.id = $2', filter.id] : ['b.object_id = $2', filter.objectId];
  return tx.query<StoredNote>(
    `SELECT b.id, b.row_version AS "rowVersion", b.created_at AS "createdDate", ${personName('b.created_by')} AS "createdBy",
       b.updated_at AS "updatedDate", ${personName('b.updated_by')} AS "updatedBy", b.created_by AS "authorId", b.note_text AS "noteText",
       b.object_id AS "objectId", b.object_type AS "objectType", ${objectNameSql('b')} AS "objectName", b.application
     FROM note b WHERE b.tenant_id = $1 AND ${condition} AND ${readable('b', 3)}
     ORDER BY b.created_at DESC, b.id DESC`,
    [tx.tenantId, value, types, canViewPay],
  );
}

export async function countNotes(tx: Transaction, objectId: string, { types, canViewPay }: Readable): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM note b WHERE b.tenant_id = $1 AND b.object_id = $2 AND ${readable('b', 3)}`,
    [tx.tenantId, objectId, types, canViewPay],
  );
  return row?.n ?? 0;
}
