import { notify, settleRequest } from '@carrara/adapters/postgres/platform/inbox/notifications';
import { noteStore, readNotes, type StoredNote } from '@carrara/adapters/postgres/platform/note/notes';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type Application, hasPermission } from '@carrara/contract/core/permissions';
import { recordNoun } from '@carrara/contract/core/recordType';
import type { AnnotatedType } from '@carrara/contract/platform/note/note';
import { calendarDate, err, noSuch, ok, required } from '@carrara/domain/kernel';
import {
  type AssignableNote,
  type Assignment,
  decideAssignment,
  decideMentions,
  decideNote,
  decideReply,
  figureFailures,
  isMarkNeeded,
  noteFailures,
  noteNoticeText,
  noticesOf,
  type NoteReader,
  payNoteSubject,
  taskAssigned,
} from '@carrara/domain/platform/note';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';
import { allReadable, isPayRecord, mayWrite, moduleOfRecord, recordLocation } from './annotatedRecord.ts';
import { type FigureExplanations, nameOfFigure, type RequestedFigure } from './notedFigure.ts';
import { type NoteLocation, noteReaders } from './noteReaders.ts';

export const noSuchNote = () => err([noSuch('note')]);

export const loadNote = async (context: RequestContext, id: string): Promise<StoredNote | undefined> =>
  (await readNotes(context.tx, { id }, allReadable(context)))[0];

/** Returns a note with its replies, oldest first. */
export const loadThread = (context: RequestContext, { id, replyToId }: StoredNote): Promise<readonly StoredNote[]> =>
  readNotes(context.tx, { threadId: replyToId ?? id }, allReadable(context));

/** Returns whether the person may edit a note or a reply: its author may, and so may administrators. */
export const editingOf = (context: RequestContext, note: StoredNote) => ({
  canEdit: canEdit(context, note),
  isDeleted: note.deletedDate !== null,
});

function canEdit({ person, grants }: RequestContext, note: StoredNote): boolean {
  const ofPay = isPayRecord(note.objectType, note.application);
  if (hasPermission(grants, ofPay ? 'compEmployee.delete' : 'note.delete')) return true;
  const required = note.replyToId !== null ? 'comment.edit' : ofPay ? 'pay.edit' : 'note.edit';
  return hasPermission(grants, required) && note.authorId === person.id;
}

export const toAssignable = (note: StoredNote): AssignableNote => ({
  id: note.id,
  authorId: note.authorId,
  isDeleted: note.deletedDate !== null,
  isReply: note.replyToId !== null,
  assigneeId: note.assignee?.id ?? null,
  assignedById: note.assignedById,
  dueDate: note.dueDate,
  isDone: note.doneDate !== null,
});

export const noticedRecord = ({ objectType, objectName, application }: StoredNote): string =>
  isPayRecord(objectType, application) ? payNoteSubject : objectName;

/** A note or reply to store. */
interface NoteText {
  /** Undefined for a new one. */
  readonly id: string | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly noteText: string;
  readonly mentions: readonly string[];
}

interface NoteToSave extends NoteText {
  /** For a new note that is a task. */
  readonly assignment?: Assignment | null | undefined;
  readonly objectId: string;
  readonly objectType: AnnotatedType;
  readonly application?: Application | null | undefined;
  /** For a new note on a figure. */
  readonly figure?: RequestedFigure | null | undefined;
}

/** Creates or changes a note. Fails: NOT_FOUND, STALE_VERSION, and those of `decideNote`, `decideAssignment` and `decideMentions`. */
export async function saveNote(
  context: RequestContext,
  explanations: FigureExplanations,
  { objectId, objectType, application, figure, assignment, ...text }: NoteToSave,
): Outcome<StoredNote> {
  if ((await recordLocation(context, objectId, application)) !== objectType)
    return err([noSuch(recordNoun(objectType), ['objectId'])]);
  const before = text.id === undefined ? undefined : await loadNote(context, text.id);
  if (text.id !== undefined && (!before || before.replyToId !== null)) return noSuchNote();
  const requested = application ?? moduleOfRecord(context, objectType);

  const decision = decideNote(
    before && {
      objectId: before.objectId,
      isOfPay: isPayRecord(objectType, before.application),
      ...editingOf(context, before),
    },
    { objectId, isOfPay: isPayRecord(objectType, requested) },
    mayWrite(context, objectType, requested),
  );
  if (decision.isErr()) return err(decision.error);

  const location = { objectId, objectType, application: before ? before.application : requested };
  const about = before || !figure ? ok({}) : await figureOf(context, explanations, location, figure);
  if (about.isErr()) return err(about.error);
  const readers = await noteReaders(context.tx, location);
  const assigned = before ? undefined : (assignment ?? undefined);
  if (assigned) {
    const fresh = { isDeleted: false, isReply: false, isDone: false, dueDate: null };
    const fits = decideAssignment(fresh, assigned, readers, context.today);
    if (fits.isErr()) return err(fits.error);
  }
  const saved = await storeNote(context, {
    ...text,
    operation: 'saveNote',
    location,
    readers,
    before,
    thread: [],
    values: { ...about.value, ...(assigned && { ...assigned, assignedBy: context.person.id }) },
  });
  if (saved.isOk() && assigned) await notifyAssignee(context, saved.value);
  return saved;
}

/** Returns the figure of a new note with its name. Fails: NOT_FOUND. */
async function figureOf(
  context: RequestContext,
  explanations: FigureExplanations,
  location: NoteLocation,
  { figure, figureDate = null }: RequestedFigure,
): Outcome<{ readonly figure: string; readonly figureName: string; readonly figureDate: string | null }> {
  const figureName = await nameOfFigure(explanations, context, location, { figure, figureDate });
  const date = figureDate === null ? undefined : calendarDate(figureDate);
  const failures = figureFailures({ isExplained: figureName !== undefined, date }, context.today);
  return failures.length > 0 ? err(failures) : ok({ figure, figureName: figureName ?? '', figureDate });
}

interface CommentToSave extends NoteText {
  /** The note of the thread. */
  readonly noteId: string;
}

/** Replies to a note, or changes a reply. Fails: NOT_FOUND, FORBIDDEN, STALE_VERSION, and those of `decideReply` and `decideMentions`. */
export async function saveComment(context: RequestContext, { noteId, ...text }: CommentToSave): Outcome<StoredNote> {
  const note = await loadNote(context, noteId);
  if (!note || note.replyToId !== null) return err([noSuch('note', ['noteId'])]);
  const thread = await loadThread(context, note);
  const before = text.id === undefined ? undefined : thread.find(({ id }) => id === text.id);
  if (text.id !== undefined && (!before || before.replyToId === null)) return noSuchNote();

  if (before) {
    const failures = noteFailures(editingOf(context, before));
    if (failures.length > 0) return err(failures);
  } else {
    const decision = decideReply(toAssignable(note));
    if (decision.isErr()) return err(decision.error);
  }

  const { objectId, objectType, application } = note;
  const location = { objectId, objectType, application };
  return storeNote(context, {
    ...text,
    operation: 'saveComment',
    location,
    readers: await noteReaders(context.tx, location),
    before,
    thread: before ? [] : thread,
    values: { replyToId: noteId },
  });
}

/** Stores a note or reply, and notifies the people whom it mentions or answers. Fails: STALE_VERSION, and those of `decideMentions`. */
async function storeNote(
  context: RequestContext,
  {
    operation,
    location,
    readers,
    before,
    thread,
    values,
    ...text
  }: NoteText & {
    readonly operation: string;
    readonly location: NoteLocation;
    readonly readers: readonly NoteReader[];
    readonly before: StoredNote | undefined;
    /** The earlier notes of the thread that a new reply continues. */
    readonly thread: readonly StoredNote[];
    readonly values: Readonly<Record<string, unknown>>;
  },
): Outcome<StoredNote> {
  const { tx, person } = context;
  const { noteText, rowVersion } = text;
  const mentions = decideMentions(noteText, text.mentions, readers, before?.mentions);
  if (mentions.isErr()) return err(mentions.error);
  const notices = noticesOf({
    authorId: person.id,
    mentions: mentions.value,
    mentionedBefore: before?.mentions.map(({ id }) => id) ?? [],
    repliesTo: thread.map(toAssignable),
    readers,
  });

  const { objectId, application } = location;
  const act = { operation, containerId: objectId, application };
  const isEdited = before !== undefined && before.noteText !== noteText;
  const content = {
    noteText,
    mentions: mentions.value.map((personId) => ({ personId })),
    ...(isEdited ? { editedAt: tx.now } : {}),
  };
  const saved = before
    ? await noteStore.update(tx, act, before.id, rowVersion ?? 0, content)
    : await noteStore.insert(tx, act, { ...content, ...values, ...location });
  if (saved.isErr()) return err([saved.error]);
  const after = required(await loadNote(context, saved.value.id), `note ${saved.value.id}`);
  // Somebody who gets the task hears of it once.
  for (const { personId, reason } of notices)
    if (before || personId !== after.assignee?.id)
      await notifyOfNote(tx, after, personId, 'mention', noteNoticeText(reason, person.name, noticedRecord(after)));
  return ok(after);
}

/** Notifies a person about a note. Its deletion withdraws the notice. */
export const notifyOfNote = (
  tx: Transaction,
  note: StoredNote,
  person: string,
  kind: 'mention' | 'assignment',
  subject: string,
): Promise<void> =>
  notify(tx, {
    person,
    kind,
    subject,
    link: noteLink(note),
    requestedRecordId: note.id,
    about: { objectType: note.objectType, objectId: note.objectId },
  });

/** Notifies the assignee of a task, unless they assigned it themselves. */
export async function notifyAssignee({ tx, person }: RequestContext, note: StoredNote): Promise<void> {
  const { assignee, dueDate } = note;
  if (!assignee || dueDate === null || assignee.id === person.id) return;
  await notifyOfNote(tx, note, assignee.id, 'assignment', taskAssigned(person.name, noticedRecord(note), dueDate));
}

/** Returns the path of the screen that displays a note in its thread. */
export const noteLink = ({
  id,
  replyToId = null,
  objectId,
  objectType,
  application,
}: Pick<StoredNote, 'id' | 'objectId' | 'objectType' | 'application'> &
  Partial<Pick<StoredNote, 'replyToId'>>): string => {
  const module = isPayRecord(objectType, application) ? '&application=comp' : '';
  return `/note/${objectId}?note=${replyToId ?? id}${module}`;
};

/** The values of a note that is no task. */
export const noAssignment = { assigneeId: null, assignedBy: null, dueDate: null, doneAt: null, doneBy: null };

/** Deletes a note or a reply. If others have replied since, a mark stays in its place. Fails: NOT_FOUND, FORBIDDEN, WRONG_STATE, STALE_VERSION. */
export async function deleteNote(
  context: RequestContext,
  {
    id,
    rowVersion,
    isReply,
  }: { readonly id: string; readonly rowVersion?: number | undefined; readonly isReply: boolean },
): Outcome {
  const { tx } = context;
  const note = await loadNote(context, id);
  if (!note || (note.replyToId !== null) !== isReply) return noSuchNote();
  const failures = noteFailures(editingOf(context, note));
  if (failures.length > 0) return err(failures);
  const thread = await loadThread(context, note);
  const operation = isReply ? 'deleteComment' : 'deleteNote';
  const act = { operation, containerId: note.objectId, application: note.application };
  await settleRequest(tx, id);
  if (isMarkNeeded(id, thread.map(toAssignable))) {
    const emptied = { noteText: null, deletedAt: tx.now, mentions: [], ...noAssignment };
    const marked = await noteStore.update(tx, act, id, rowVersion ?? note.rowVersion, emptied);
    return marked.map((stored) => stored.id).mapErr((failure) => [failure]);
  }
  // The marks of deleted replies are of no use without the note.
  for (const mark of isReply ? [] : thread.slice(1)) {
    const removed = await noteStore.remove(tx, act, mark.id);
    if (removed.isErr()) return err([removed.error]);
  }
  const removed = await noteStore.remove(tx, act, id, rowVersion);
  return removed.map((stored) => stored.id).mapErr((failure) => [failure]);
}
