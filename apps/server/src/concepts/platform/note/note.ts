import { countNotes, openTasks, readNotes, type StoredNote } from '@carrara/adapters/postgres/platform/note/notes';
import { emptyId } from '@carrara/contract/core/kinds';
import type { commentEndpoints } from '@carrara/contract/platform/note/comment';
import type { Note, NoteEntry, noteEndpoints } from '@carrara/contract/platform/note/note';
import { calendarDate, err, ok } from '@carrara/domain/kernel';
import { dueState, payNoteSubject, taskTitle } from '@carrara/domain/platform/note';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import {
  allReadable,
  isPayRecord,
  moduleOfRecord,
  recordLocation,
  readableInModule,
} from '../../../usecases/platform/annotatedRecord.ts';
import {
  deleteNote,
  editingOf,
  loadNote,
  loadThread,
  noSuchNote,
  noteLink,
  saveComment,
  saveNote,
} from '../../../usecases/platform/note.ts';
import { assignNote, canFinishNote, finishNote } from '../../../usecases/platform/noteTask.ts';
import type { FigureExplanations } from '../../../usecases/platform/notedFigure.ts';
import { noteReaders } from '../../../usecases/platform/noteReaders.ts';
import { ownerNotFound } from '../../../core/ownerScope.ts';
import type { Outcome } from '../../../usecases/outcome.ts';

function entryOf(context: RequestContext, stored: StoredNote): NoteEntry {
  const { authorId: _author, assignedById: _assigner, ...note } = stored;
  const { canEdit, isDeleted } = editingOf(context, stored);
  return { ...note, canEdit: canEdit && !isDeleted, canFinish: canFinishNote(context, stored) };
}

/** Returns notes with their replies, newest first. */
function threadsOf(context: RequestContext, stored: readonly StoredNote[]): Note[] {
  const entries = stored.map((note) => entryOf(context, note));
  const first = entries.filter(({ replyToId }) => replyToId === null);
  return first
    .map((note) => ({ ...note, replies: entries.filter(({ replyToId }) => replyToId === note.id) }))
    .toReversed();
}

/** Returns a saved note or reply with what follows it. */
async function answer(context: RequestContext, saved: Awaited<Outcome<StoredNote>>): Outcome<Note> {
  if (saved.isErr()) return err(saved.error);
  const replies = saved.value.replyToId === null ? (await loadThread(context, saved.value)).slice(1) : [];
  return ok({ ...entryOf(context, saved.value), replies: replies.map((reply) => entryOf(context, reply)) });
}

const existing = (id: string | null | undefined) => (id && id !== emptyId ? id : undefined);

export const noteOperations = (explanations: FigureExplanations): Operations<typeof noteEndpoints> => ({
  async getNote(context, { params }) {
    const note = await loadNote(context, params.id);
    return note ? answer(context, ok(note)) : noSuchNote();
  },
  async listNotes(context, { params, query: { application } }) {
    const notes = await readNotes(context.tx, { objectId: params.id }, readableInModule(context, application));
    if (notes.length === 0 && !(await recordLocation(context, params.id, application))) return ownerNotFound('record');
    return ok(threadsOf(context, notes));
  },
  async countNotes(context, { params, query: { application } }) {
    const childCount = await countNotes(context.tx, params.id, readableInModule(context, application));
    if (childCount === 0 && !(await recordLocation(context, params.id, application))) return ownerNotFound('record');
    return ok({ childCount });
  },
  saveNote: async (context, { body: { id, ...note } }) =>
    answer(context, await saveNote(context, explanations, { ...note, id: existing(id) })),
  async deleteNote(context, { params, query: { rowVersion } }) {
    return (await deleteNote(context, { id: params.id, rowVersion, isReply: false })).map((id) => ({ id }));
  },
});

export const commentOperations: Operations<typeof commentEndpoints> = {
  async listCommentReaders(context, { query: { objectId, application } }) {
    const objectType = await recordLocation(context, objectId, application);
    if (!objectType) return ownerNotFound('record');
    const location = { objectId, objectType, application: application ?? moduleOfRecord(context, objectType) };
    const readers = await noteReaders(context.tx, location);
    return ok(readers.filter(({ id }) => id !== context.person.id));
  },
  async listFigureComments(context, { query: { objectId, figure, date = null } }) {
    const objectType = await recordLocation(context, objectId, undefined);
    if (!objectType) return ownerNotFound('record');
    const notes = await readNotes(context.tx, { objectId, figure, date }, readableInModule(context, undefined));
    return ok({ objectType, notes: threadsOf(context, notes) });
  },
  saveComment: async (context, { body: { id, ...comment } }) =>
    answer(context, await saveComment(context, { ...comment, id: existing(id) })),
  assignComment: async (context, { params, body }) =>
    answer(context, await assignNote(context, { ...params, ...body })),
  finishComment: async (context, { params, body }) =>
    answer(context, await finishNote(context, { ...params, ...body, isDone: true })),
  reopenComment: async (context, { params, body }) =>
    answer(context, await finishNote(context, { ...params, ...body, isDone: false })),
  async listAssignedComments(context) {
    const tasks = await openTasks(context.tx, allReadable(context));
    return ok(
      tasks.map(({ noteText, objectId, objectType, objectName, application, ...task }) => {
        const ofPay = isPayRecord(objectType, application);
        return {
          ...task,
          title: ofPay ? `A task on ${payNoteSubject}` : taskTitle(noteText),
          objectName: ofPay ? null : objectName,
          link: noteLink({ id: task.id, objectId, objectType, application }),
          state: dueState(calendarDate(task.dueDate), context.today),
        };
      }),
    );
  },
  async deleteComment(context, { params, query: { rowVersion } }) {
    return (await deleteNote(context, { id: params.id, rowVersion, isReply: true })).map((id) => ({ id }));
  },
};
