import { noteStore, readNotes, type StoredNote } from '@carrara/adapters/postgres/platform/note/notes';
import { type Application, hasPermission } from '@carrara/contract/core/permissions';
import { recordNoun } from '@carrara/contract/core/recordType';
import type { AnnotatedType } from '@carrara/contract/platform/note';
import { err, noSuch, ok } from '@carrara/domain/kernel';
import { decideNote, noteFailures } from '@carrara/domain/platform/note';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../runDocument.ts';
import { allReadable, isOfPay, mayWrite, moduleOfRecord, recordLocation } from './annotatedRecord.ts';

export const noSuchNote = () => err([noSuch('note')]);

export const loadNote = async (context: RequestContext, id: string): Promise<StoredNote | undefined> =>
  (await readNotes(context.tx, { id }, allReadable(context)))[0];

/** True if the person may edit a note: its author may, and so may administrators. */
export function canEditNote({ person, grants }: RequestContext, note: StoredNote): boolean {
  const ofPay = isOfPay(note.objectType, note.application);
  if (hasPermission(grants, ofPay ? 'compEmployee.delete' : 'note.delete')) return true;
  return hasPermission(grants, ofPay ? 'pay.edit' : 'note.edit') && note.authorId === person.id;
}

interface NoteToSave {
  /** Undefined for a new note. */
  readonly id: string | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly noteText: string;
  readonly objectId: string;
  readonly objectType: AnnotatedType;
  readonly application?: Application | null | undefined;
}

/** Creates or changes a note. Fails: NOT_FOUND, STALE_VERSION, and those of `decideNote`. */
export async function saveNote(
  context: RequestContext,
  { id, rowVersion, noteText, objectId, objectType, ...note }: NoteToSave,
): Outcome<StoredNote> {
  const { tx } = context;
  if ((await recordLocation(context, objectId, note.application)) !== objectType)
    return err([noSuch(recordNoun(objectType), ['objectId'])]);
  const before = id === undefined ? undefined : await loadNote(context, id);
  if (id !== undefined && !before) return noSuchNote();
  const requested = note.application ?? moduleOfRecord(context, objectType);

  const decision = decideNote(
    before && {
      objectId: before.objectId,
      isOfPay: isOfPay(objectType, before.application),
      canEdit: canEditNote(context, before),
    },
    { objectId, isOfPay: isOfPay(objectType, requested) },
    mayWrite(context, objectType, requested),
  );
  if (decision.isErr()) return err(decision.error);

  const application = before ? before.application : requested;
  const act = { operation: 'saveNote', containerId: objectId, application };
  const saved = before
    ? await noteStore.update(tx, act, before.id, rowVersion ?? 0, { noteText })
    : await noteStore.insert(tx, act, { noteText, objectId, objectType, application });
  if (saved.isErr()) return err([saved.error]);
  const after = await loadNote(context, saved.value.id);
  if (!after) throw new Error(`note ${saved.value.id} is missing after it was saved`);
  return ok(after);
}

/** Deletes a note. Fails: NOT_FOUND, FORBIDDEN, STALE_VERSION. */
export async function deleteNote(
  context: RequestContext,
  { id, rowVersion }: { readonly id: string; readonly rowVersion?: number | undefined },
): Outcome {
  const note = await loadNote(context, id);
  if (!note) return noSuchNote();
  const failures = noteFailures(canEditNote(context, note));
  if (failures.length > 0) return err(failures);
  const act = { operation: 'deleteNote', containerId: note.objectId, application: note.application };
  const removed = await noteStore.remove(context.tx, act, id, rowVersion);
  return removed.map((storedRecord) => storedRecord.id).mapErr((failure) => [failure]);
}
