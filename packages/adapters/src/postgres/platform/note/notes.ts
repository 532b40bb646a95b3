import type { NoteEntry } from '@carrara/contract/platform/note/note';
import { personName } from '../../engine/texts/personName.ts';
import { defineRecord } from '../../engine/records/recordStore.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { isReadableSql, objectNameSql, isPayNoteSql } from './noteSubjects.ts';

export const noteStore = defineRecord({
  objectType: 'note',
  table: 'note',
  fields: { noteText: { kind: 'longText', title: 'Note', required: true, max: 20_000 } },
  links: {
    objectType: { kind: 'code' },
    objectId: { kind: 'id' },
    application: { kind: 'code' },
    deletedAt: { kind: 'instant' },
    editedAt: { kind: 'instant' },
    assigneeId: { kind: 'id' },
    assignedBy: { kind: 'id' },
    dueDate: { kind: 'date' },
    doneAt: { kind: 'instant' },
    doneBy: { kind: 'id' },
    replyToId: { kind: 'id' },
    figure: { kind: 'text' },
    figureName: { kind: 'text' },
    figureDate: { kind: 'date' },
  },
  children: {
    mentions: { table: 'note_mention', owner: 'note_id', fields: { personId: { kind: 'id' } }, ordered: true },
  },
});

export interface StoredNote extends Omit<NoteEntry, 'canEdit' | 'canFinish'> {
  readonly authorId: string | null;
  readonly assignedById: string | null;
}

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
  `CASE WHEN ${isPayNoteSql(row)} THEN $${at + 1}::boolean ELSE ${isReadableSql(`${row}.object_type`, `${row}.application`, `$${at}::text[]`)} END`;

/** Selects the notes and replies of a record, of a thread by its first note, or of a figure. Also selects a single one. */
export type NoteFilter =
  | { readonly id: string }
  | { readonly objectId: string }
  | { readonly threadId: string }
  | { readonly objectId: string; readonly figure: string; readonly date: string | null };

function conditionOf(filter: NoteFilter): readonly [condition: string, ...values: (string | null)[]] {
  if ('id' in filter) return ['b.id = $2 AND $3::text IS NULL AND $4::date IS NULL', filter.id, null, null];
  if ('threadId' in filter)
    return ['$2 IN (b.id, b.reply_to_id) AND $3::text IS NULL AND $4::date IS NULL', filter.threadId, null, null];
  if (!('figure' in filter))
    return ['b.object_id = $2 AND $3::text IS NULL AND $4::date IS NULL', filter.objectId, null, null];
  const first = '(b.figure, b.figure_date) IS NOT DISTINCT FROM ($3::text, $4::date)';
  return [
    `b.object_id = $2 AND (${first} OR b.reply_to_id IN (SELECT f.id FROM note f WHERE f.tenant_id = $1 AND f.object_id = $2
       AND (f.figure, f.figure_date) IS NOT DISTINCT FROM ($3::text, $4::date)))`,
    filter.objectId,
    filter.figure,
    filter.date,
  ];
}

const mentionsSql = `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.person_id, 'name', ${personName('m.person_id')}) ORDER BY m.position), '[]')
  FROM note_mention m WHERE m.tenant_id = b.tenant_id AND m.note_id = b.id)`;

const assigneeSql = `CASE WHEN b.assignee_id IS NOT NULL THEN jsonb_build_object('id', b.assignee_id, 'name', ${personName('b.assignee_id')}) END`;

/** Returns readable notes and replies, oldest first. */
export function readNotes(tx: Transaction, filter: NoteFilter, { types, canViewPay }: Readable): Promise<StoredNote[]> {
  const [condition, ...values] = conditionOf(filter);
  return tx.query<StoredNote>(
    `SELECT b.id, b.row_version AS "rowVersion", b.created_at AS "createdDate", ${personName('b.created_by')} AS "createdBy",
       b.updated_at AS "updatedDate", ${personName('b.updated_by')} AS "updatedBy", b.created_by AS "authorId", coalesce(b.note_text, '') AS "noteText",
       b.deleted_at AS "deletedDate", b.edited_at AS "editedDate", ${assigneeSql} AS assignee, b.assigned_by AS "assignedById",
       ${personName('b.assigned_by')} AS "assignedBy", b.due_date::text AS "dueDate", b.done_at AS "doneDate", ${personName('b.done_by')} AS "doneBy", b.object_id AS "objectId", b.object_type AS "objectType", ${objectNameSql('b')} AS "objectName", b.application,
       ${mentionsSql} AS mentions, b.reply_to_id AS "replyToId", b.figure, b.figure_name AS "figureName", b.figure_date::text AS "figureDate"
     FROM note b WHERE b.tenant_id = $1 AND ${condition} AND ${readable('b', 5)}
     ORDER BY b.created_at, b.id`,
    [tx.tenantId, ...values, types, canViewPay],
  );
}

/** An open task of the person of the transaction. */
export type OpenTask = Pick<
  StoredNote,
  | 'id'
  | 'rowVersion'
  | 'noteText'
  | 'objectId'
  | 'objectType'
  | 'objectName'
  | 'application'
  | 'assignedBy'
  | 'createdDate'
> & { readonly dueDate: string };

/** Returns the readable open tasks of the person of the transaction, the first due first. */
export const openTasks = (tx: Transaction, { types, canViewPay }: Readable): Promise<OpenTask[]> =>
  tx.query<OpenTask>(
    `SELECT b.id, b.row_version AS "rowVersion", b.note_text AS "noteText", b.object_id AS "objectId", b.object_type AS "objectType",
       ${objectNameSql('b')} AS "objectName", b.application, ${personName('b.assigned_by')} AS "assignedBy", b.created_at AS "createdDate",
       b.due_date::text AS "dueDate"
     FROM note b WHERE b.tenant_id = $1 AND b.assignee_id = $2 AND b.done_at IS NULL AND b.deleted_at IS NULL AND ${readable('b', 3)}
     ORDER BY b.due_date, b.id LIMIT ${maxTasks}`,
    [tx.tenantId, tx.personId, types, canViewPay],
  );
const maxTasks = 200;

export async function countNotes(tx: Transaction, objectId: string, { types, canViewPay }: Readable): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM note b WHERE b.tenant_id = $1 AND b.object_id = $2 AND b.deleted_at IS NULL AND ${readable('b', 3)}`,
    [tx.tenantId, objectId, types, canViewPay],
  );
  return row?.n ?? 0;
}
