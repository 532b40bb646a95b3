import { settleRequest } from '@carrara/adapters/postgres/platform/inbox/notifications';
import { noteStore, type StoredNote } from '@carrara/adapters/postgres/platform/note/notes';
import { hasPermission } from '@carrara/contract/core/permissions';
import { err, ok, required } from '@carrara/domain/kernel';
import {
  type Assignment,
  canFinish,
  decideAssignment,
  decideFinish,
  involvedOthers,
  taskStateText,
  writeFailures,
} from '@carrara/domain/platform/note';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';
import { isPayRecord, mayWrite } from './annotatedRecord.ts';
import {
  loadNote,
  noSuchNote,
  noticedRecord,
  notifyAssignee,
  notifyOfNote,
  toAssignable,
  noAssignment,
} from './note.ts';
import { noteReaders } from './noteReaders.ts';

interface NoteVersion {
  readonly id: string;
  readonly rowVersion: number;
}

const isAdministrator = ({ grants }: RequestContext, { objectType, application }: StoredNote): boolean =>
  hasPermission(grants, isPayRecord(objectType, application) ? 'compEmployee.delete' : 'note.delete');

/** True if the person may mark the task of a note as done, or reopen it. */
export const canFinishNote = (context: RequestContext, note: StoredNote): boolean =>
  canFinish(toAssignable(note), context.person.id, isAdministrator(context, note));

/** Makes a note a task, or changes or removes its assignment. Fails: NOT_FOUND, FORBIDDEN, STALE_VERSION, and those of `decideAssignment`. */
export async function assignNote(
  context: RequestContext,
  { assignment, ...version }: NoteVersion & { readonly assignment: Assignment | null },
): Outcome<StoredNote> {
  const { tx, person, today } = context;
  const note = await loadNote(context, version.id);
  if (!note) return noSuchNote();
  const failures = writeFailures(mayWrite(context, note.objectType, note.application));
  if (failures.length > 0) return err(failures);
  const decision = decideAssignment(toAssignable(note), assignment, await noteReaders(tx, note), today);
  if (decision.isErr()) return err(decision.error);
  const values = assignment ? { ...assignment, assignedBy: person.id } : noAssignment;
  const after = await storeTask(context, 'assignComment', note, version, values);
  if (after.isErr()) return err(after.error);
  const isNew = assignment && (assignment.assigneeId !== note.assignee?.id || assignment.dueDate !== note.dueDate);
  if (isNew) await notifyAssignee(context, after.value);
  return after;
}

/** Marks a task as done, or reopens it, and notifies the others who are involved. Fails: NOT_FOUND, STALE_VERSION, and those of `decideFinish`. */
export async function finishNote(
  context: RequestContext,
  { isDone, ...version }: NoteVersion & { readonly isDone: boolean },
): Outcome<StoredNote> {
  const { tx, person } = context;
  const note = await loadNote(context, version.id);
  if (!note) return noSuchNote();
  const task = toAssignable(note);
  const actor = { id: person.id, isAdministrator: isAdministrator(context, note) };
  const decision = decideFinish(task, actor, isDone);
  if (decision.isErr()) return err(decision.error);
  const values = isDone ? { doneAt: tx.now, doneBy: person.id } : { doneAt: null, doneBy: null };
  const operation = isDone ? 'finishComment' : 'reopenComment';
  const after = await storeTask(context, operation, note, version, values);
  if (after.isErr()) return err(after.error);
  for (const other of involvedOthers(task, person.id))
    await notifyOfNote(tx, note, other, 'assignment', taskStateText(person.name, noticedRecord(note), isDone));
  return after;
}

/** Stores the assignment of a note. Earlier notices about it are withdrawn from the assignee. Fails: STALE_VERSION. */
async function storeTask(
  context: RequestContext,
  operation: string,
  note: StoredNote,
  { id, rowVersion }: NoteVersion,
  values: Readonly<Record<string, unknown>>,
): Outcome<StoredNote> {
  const { tx } = context;
  const { objectId, application } = note;
  const saved = await noteStore.update(tx, { operation, containerId: objectId, application }, id, rowVersion, values);
  if (saved.isErr()) return err([saved.error]);
  if (note.assignee) {
    const readers = await noteReaders(tx, note);
    await settleRequest(
      tx,
      id,
      readers.flatMap((reader) => (reader.id === note.assignee?.id ? [] : reader.id)),
    );
  }
  return ok(required(await loadNote(context, id), `note ${id}`));
}
