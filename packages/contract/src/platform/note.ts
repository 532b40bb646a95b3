import { z } from 'zod';
import { defineEndpoints, deleteEndpoint, getEndpoint, idParams, recordHead } from '../core/endpoint.ts';
import { applications } from '../core/permissions.ts';
import { everyRecordType, type RecordTypeWith } from '../core/recordType.ts';
import { id, requiredLongText } from '../core/schema.ts';

/** The kinds of records with notes and documents. */
export type AnnotatedType = RecordTypeWith<{ readonly annotated: true }>;
export const annotatedTypes = everyRecordType.flatMap(([type, { annotated }]) =>
  annotated ? [type as AnnotatedType] : [],
);

/** Notes and documents of an employee in compensation count as pay. */
export const ofPapers = { sensitive: 'byRecord' } as const;

/**
 * The module of the notes and documents. Those of an employee in compensation are returned only for `comp`, to users with access to the pay. Without
 * it, all others are returned.
 */
export const storedBy = { application: z.enum(applications).optional() };

const note = z.object({
  ...recordHead,
  noteText: z.string(),
  objectId: id(),
  objectType: z.enum(annotatedTypes),
  objectName: z.string(),
  application: z.string(),
  canEdit: z.boolean(),
});

export const noteEndpoints = defineEndpoints({
  getNote: { ...getEndpoint('/api/note/:id', 'A note', 'note.view', note), ...ofPapers },
  listNotes: {
    method: 'GET',
    path: '/api/note/container/:id',
    summary: 'Notes on a record, newest first',
    permission: 'note.view',
    params: idParams,
    query: z.strictObject(storedBy),
    result: z.array(note),
    ...ofPapers,
    tags: ['Note'],
  },
  countNotes: {
    method: 'GET',
    path: '/api/note/container/:id/totalNotesByContainer',
    summary: 'Number of notes on a record',
    permission: 'note.view',
    params: idParams,
    query: z.strictObject(storedBy),
    result: z.object({ childCount: z.int() }),
    tags: ['Note'],
  },
  saveNote: {
    method: 'POST',
    path: '/api/note',
    summary: 'Add or edit a note',
    permission: 'note.edit',
    body: z.strictObject({
      id: id().nullish(),
      rowVersion: z.int().nullish(),
      noteText: requiredLongText(20_000),
      objectId: id(),
      objectType: z.enum(annotatedTypes),
      /** The module in which it is written. */
      application: z.enum(applications).nullish(),
    }),
    result: note,
    ...ofPapers,
    failures: ['STALE_VERSION', 'NOT_FOUND', 'FORBIDDEN'],
  },
  deleteNote: deleteEndpoint('/api/note/:id', 'Delete a note', 'note.edit'),
});
export type Note = z.output<typeof note>;
