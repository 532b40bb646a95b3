import { z } from 'zod';
import { defineEndpoints, deleteEndpoint, getEndpoint, idParams, recordHead } from '../../core/endpoint.ts';
import { applications } from '../../core/permissions.ts';
import { everyRecordType, type RecordTypeWith } from '../../core/recordType.ts';
import { date, id, instant, requiredLongText, text } from '../../core/schema.ts';

/** The kinds of records with notes and documents. */
export type AnnotatedType = RecordTypeWith<{ readonly annotated: true }>;
export const annotatedTypes = everyRecordType.flatMap(([type, { annotated }]) =>
  annotated ? [type as AnnotatedType] : [],
);

/** Notes and documents of an employee in compensation count as pay. */
export const sensitiveByRecord = { sensitive: 'byRecord' } as const;

/**
 * The module of the notes and documents. Those of an employee in compensation are returned only for `comp`, to users with access to the pay. Without
 * it, all others are returned.
 */
export const noteModuleQuery = { application: z.enum(applications).optional() };

/** A figure that a note is about: the key of its explanation, which names it, and its date. */
export const figureOfNote = { figure: text(400).min(1, 'is required'), figureDate: date() };
export const storedFigure = z.strictObject({ ...figureOfNote, figureDate: date().nullish() });

/** A task's assignee and due date. */
export const assignment = z.strictObject({ assigneeId: id(), dueDate: date() });

/** The ids of mentioned people. People whose `@name` isn't in the text are ignored. */
export const mentions = z.array(id()).max(50).default([]);

const person = z.object({ id: id(), name: z.string() });
const entry = z.object({
  ...recordHead,
  /** Empty if the note was deleted after others had replied. */
  noteText: z.string(),
  deletedDate: instant().nullable(),
  /** When its text was last changed; null if it never was. */
  editedDate: instant().nullable(),
  /** The assignment of a note that is a task. */
  assignee: person.nullable(),
  assignedBy: z.string(),
  dueDate: date().nullable(),
  doneDate: instant().nullable(),
  doneBy: z.string(),
  /** True if the person may mark the task as done, or reopen it. */
  canFinish: z.boolean(),
  objectId: id(),
  objectType: z.enum(annotatedTypes),
  objectName: z.string(),
  application: z.string(),
  mentions: z.array(person),
  /** The note that it replies to. */
  replyToId: id().nullable(),
  figure: z.string().nullable(),
  figureName: z.string().nullable(),
  figureDate: date().nullable(),
  canEdit: z.boolean(),
});
/** A note with its replies, oldest first. */
export const note = entry.extend({ replies: z.array(entry) });

export const noteEndpoints = defineEndpoints({
  getNote: { ...getEndpoint('/api/note/:id', 'A note', 'note.view', note), ...sensitiveByRecord },
  listNotes: {
    method: 'GET',
    path: '/api/note/container/:id',
    summary: 'Notes on a record, newest first',
    permission: 'note.view',
    params: idParams,
    query: z.strictObject(noteModuleQuery),
    result: z.array(note),
    ...sensitiveByRecord,
    tags: ['Note'],
  },
  countNotes: {
    method: 'GET',
    path: '/api/note/container/:id/totalNotesByContainer',
    summary: 'Number of notes on a record',
    permission: 'note.view',
    params: idParams,
    query: z.strictObject(noteModuleQuery),
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
      mentions,
      /** For a new note that is a task. */
      assignment: assignment.nullish(),
      /** For a new note on a figure of the record. An edited note stays with its figure. */
      figure: storedFigure.nullish(),
    }),
    result: note,
    ...sensitiveByRecord,
    failures: ['STALE_VERSION', 'NOT_FOUND', 'FORBIDDEN', 'WRONG_STATE', 'ENDS_BEFORE_TODAY'],
  },
  deleteNote: deleteEndpoint('/api/note/:id', 'Delete a note', 'note.edit', ['WRONG_STATE']),
});
export type NoteEntry = z.output<typeof entry>;
export type Note = z.output<typeof note>;
