import { dueStates } from '@carrara/domain/platform/note';
import { z } from 'zod';
import { defineEndpoints, deleteEndpoint, idParams } from '../../core/endpoint.ts';
import { date, id, instant, requiredLongText } from '../../core/schema.ts';
import { assignment, figureOfNote, mentions, note, sensitiveByRecord, noteModuleQuery } from './note.ts';

const tags = ['Note'];

const task = z.object({
  /** The note that is the task. */
  id: id(),
  rowVersion: z.int(),
  /** The first line of the note. A task on pay doesn't disclose it. */
  title: z.string(),
  /** The name of its record; null for a task on pay. */
  objectName: z.string().nullable(),
  /** The address of the screen that displays it, below `#`. */
  link: z.string(),
  assignedBy: z.string(),
  dueDate: date(),
  state: z.enum(dueStates),
  createdDate: instant(),
});
export type OwnTask = z.output<typeof task>;

const version = z.strictObject({ rowVersion: z.int() });
const taskCall = {
  method: 'POST',
  params: idParams,
  result: note,
  ...sensitiveByRecord,
  failures: ['STALE_VERSION', 'NOT_FOUND', 'FORBIDDEN', 'WRONG_STATE', 'ENDS_BEFORE_TODAY'],
  tags,
} as const;

/** Replies to notes, the people whom a note can mention, and notes on figures. Everyone who reads a note may reply to it. */
export const commentEndpoints = defineEndpoints({
  listCommentReaders: {
    method: 'GET',
    path: '/api/comment/reader',
    summary: 'People who can read the notes of a record, whom a note can mention',
    permission: 'comment.view',
    query: z.strictObject({ objectId: id(), ...noteModuleQuery }),
    result: z.array(z.object({ id: id(), name: z.string() })),
    tags: ['User'],
  },
  listFigureComments: {
    method: 'GET',
    path: '/api/comment/figure',
    summary: 'Notes on a figure of a record',
    permission: 'comment.view',
    query: z.strictObject({ objectId: id(), figure: figureOfNote.figure, date: figureOfNote.figureDate.optional() }),
    /** `objectType` is that of the record, for a new note on the figure. */
    result: z.object({ objectType: note.shape.objectType, notes: z.array(note) }),
    tags,
  },
  saveComment: {
    method: 'POST',
    path: '/api/comment',
    summary: 'Reply to a note, or edit a reply',
    permission: 'comment.edit',
    body: z.strictObject({
      id: id().nullish(),
      rowVersion: z.int().nullish(),
      /** The note of the thread. */
      noteId: id(),
      noteText: requiredLongText(20_000),
      mentions,
    }),
    result: note,
    ...sensitiveByRecord,
    failures: ['STALE_VERSION', 'NOT_FOUND', 'FORBIDDEN', 'WRONG_STATE'],
    tags,
  },
  assignComment: {
    ...taskCall,
    path: '/api/comment/:id/assign',
    summary: 'Make a note a task, or change or remove its assignment',
    permission: 'note.edit',
    body: version.extend({ assignment: assignment.nullable() }),
  },
  finishComment: {
    ...taskCall,
    path: '/api/comment/:id/finish',
    summary: 'Mark a task as done',
    permission: 'comment.edit',
    body: version,
  },
  reopenComment: {
    ...taskCall,
    path: '/api/comment/:id/reopen',
    summary: 'Reopen a task',
    permission: 'comment.edit',
    body: version,
  },
  listAssignedComments: {
    method: 'GET',
    path: '/api/comment/assigned',
    summary: 'Your open tasks, the first due first',
    permission: 'comment.view',
    result: z.array(task),
    tags,
  },
  deleteComment: { ...deleteEndpoint('/api/comment/:id', 'Delete a reply', 'comment.edit', ['WRONG_STATE']), tags },
});
