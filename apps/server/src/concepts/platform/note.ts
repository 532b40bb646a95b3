import { countNotes, readNotes, type StoredNote } from '@carrara/adapters/postgres/platform/note/notes';
import { emptyId } from '@carrara/contract/core/kinds';
import type { Note, noteEndpoints } from '@carrara/contract/platform/note';
import { ok } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { recordLocation, readableIn } from '../../usecases/platform/annotatedRecord.ts';
import { canEditNote, deleteNote, loadNote, noSuchNote, saveNote } from '../../usecases/platform/note.ts';
import { ownerNotFound } from '../../core/ownerScope.ts';

function answer(context: RequestContext, stored: StoredNote): Note {
  const { authorId: _author, ...note } = stored;
  return { ...note, canEdit: canEditNote(context, stored) };
}

export const noteOperations: Operations<typeof noteEndpoints> = {
  async getNote(context, { params }) {
    const note = await loadNote(context, params.id);
    return note ? ok(answer(context, note)) : noSuchNote();
  },
  async listNotes(context, { params, query: { application } }) {
    const notes = await readNotes(context.tx, { objectId: params.id }, readableIn(context, application));
    if (notes.length === 0 && !(await recordLocation(context, params.id, application))) return ownerNotFound('record');
    return ok(notes.map((note) => answer(context, note)));
  },
  async countNotes(context, { params, query: { application } }) {
    const childCount = await countNotes(context.tx, params.id, readableIn(context, application));
    if (childCount === 0 && !(await recordLocation(context, params.id, application))) return ownerNotFound('record');
    return ok({ childCount });
  },
  async saveNote(context, { body: { id, ...note } }) {
    const saved = await saveNote(context, { ...note, id: id && id !== emptyId ? id : undefined });
    return saved.map((stored) => answer(context, stored));
  },
  async deleteNote(context, { params, query: { rowVersion } }) {
    return (await deleteNote(context, { id: params.id, rowVersion })).map((id) => ({ id }));
  },
};
