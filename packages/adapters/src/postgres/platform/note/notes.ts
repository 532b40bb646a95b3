import type { AnnotatedType, Note } from '@carrara/contract/platform/note';
import { personName } from '../../engine/words/index.ts';
import { defineRecord } from '../../engine/records/index.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { objectNameSql } from './annotated.ts';

export const noteStore = defineRecord({
  objectType: 'note',
  table: 'note',
  fields: { noteText: { kind: 'longText', title: 'Note', required: true, max: 20_000 } },
  links: { objectType: { kind: 'code' }, objectId: { kind: 'id' }, application: { kind: 'code' } },
});

export type StoredNote = Omit<Note, 'canEdit'> & { readonly authorId: string | null };

/** Notes of one record, newest first, or one note; only those of the given types. */
export function notesOf(
  tx: Transaction,
  of: { readonly objectId: string } | { readonly id: string },
  types: readonly AnnotatedType[],
): Promise<StoredNote[]> {
  const [condition, value] = 'id' in of ? ['b.id = $2', of.id] : ['b.object_id = $2', of.objectId];
  return tx.query<StoredNote>(
    `SELECT b.id, b.row_version AS "rowVersion", b.created_at AS "createdDate", ${personName('b.created_by')} AS "createdBy",
       b.updated_at AS "updatedDate", ${personName('b.updated_by')} AS "updatedBy", b.created_by AS "authorId", b.note_text AS "noteText",
       b.object_id AS "objectId", b.object_type AS "objectType", ${objectNameSql('b')} AS "objectName", b.application
     FROM note b WHERE b.tenant_id = $1 AND ${condition} AND b.object_type = ANY ($3::text[])
     ORDER BY b.created_at DESC, b.id DESC`,
    [tx.tenantId, value, types],
  );
}

export async function countNotes(tx: Transaction, objectId: string, types: readonly AnnotatedType[]): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM note WHERE tenant_id = $1 AND object_id = $2 AND object_type = ANY ($3::text[])',
    [tx.tenantId, objectId, types],
  );
  return row?.n ?? 0;
}
