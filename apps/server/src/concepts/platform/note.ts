import {
  annotatedTypeOf,
  countNotes,
  isPayInSight,
  noteStore,
  notesOf,
  type Readable,
  readableInPerformance,
  readablePapers,
  readableTypes,
  type StoredNote,
} from '@carrara/adapters/postgres/platform/note';
import { emptyId } from '@carrara/contract/core/kinds';
import { moduleOfPath } from '@carrara/contract/core/modules';
import type { AnnotatedType, Note, noteEndpoints } from '@carrara/contract/platform/note';
import { type Application, holds, type Permission } from '@carrara/contract/core/permissions';
import { nounOf } from '@carrara/contract/core/recordType';
import { recordTypes } from '@carrara/contract/core/registry';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../operations.ts';
import { missing } from './ownerScope.ts';

/**
 * Returns the types of records that this person may see, regardless of where notes and documents are stored, and those
 * visible in performance.
 */
function typesOf({ grants }: RequestContext) {
  const held = (permission: Permission) => holds(grants, permission);
  return { types: readableTypes(held), inPerformance: readableInPerformance(held), papers: readablePapers(held) };
}

/**
 * True if compensation stores it with an employee. It needs the permission to read pay, and access to this employee's
 * pay.
 */
export const isOfPay = (type: AnnotatedType, application: string | null | undefined): boolean =>
  application === 'comp' && type === 'employee';
/** Returns everything that the person may read, in any module. The database filters out invisible pay. */
export const allReadable = (context: RequestContext): Readable => ({
  types: typesOf(context).papers,
  seesPay: holds(context.grants, 'pay.view'),
});
/** Returns the same for one module's notes: those of pay for compensation, all others elsewhere. */
export const readableIn = (context: RequestContext, application: Application | undefined): Readable =>
  application === 'comp' ? { ...allReadable(context), types: [] } : { types: typesOf(context).papers, seesPay: false };

const ofPerformance: ReadonlySet<string | null | undefined> = new Set<Application>(['performance', 'performance-lp']);
/**
 * Returns the type of the record that notes and documents are requested for. Undefined if it doesn't exist or isn't
 * visible. People who see it only in performance can't read what other modules store with it.
 */
export async function placeOf(
  context: RequestContext,
  id: string,
  application: Application | null | undefined,
): Promise<AnnotatedType | undefined> {
  if (application !== 'comp') {
    const { types, inPerformance } = typesOf(context);
    const isOpen = application == null || ofPerformance.has(application);
    return annotatedTypeOf(context.tx, id, isOpen ? [...types, ...inPerformance] : types);
  }
  const sees = holds(context.grants, 'pay.view') && (await isPayInSight(context.tx, id));
  return sees ? 'employee' : undefined;
}
/** True if the person may write notes and documents on such a record. */
export const mayWrite = ({ grants }: RequestContext, type: AnnotatedType, application: string): boolean =>
  !isOfPay(type, application) || holds(grants, 'pay.edit');

/** True if the person may edit a note: its author may, and so may administrators. */
function canEdit({ person, grants }: RequestContext, { authorId, objectType, application }: StoredNote): boolean {
  const ofPay = isOfPay(objectType, application);
  if (holds(grants, ofPay ? 'compEmployee.delete' : 'note.delete')) return true;
  return holds(grants, ofPay ? 'pay.edit' : 'note.edit') && authorId === person.id;
}

function answer(context: RequestContext, stored: StoredNote): Note {
  const { authorId: _author, ...note } = stored;
  return { ...note, canEdit: canEdit(context, stored) };
}

/**
 * Returns the default module for notes and documents of a record: the one that displays it, or performance for people
 * who see it only there.
 */
export const moduleOfRecord = (context: RequestContext, type: AnnotatedType): Application =>
  typesOf(context).types.includes(type) ? (moduleOfPath(recordTypes[type].address) ?? 'carry') : 'performance';

export const notWritten = 'Only people who can edit pay can add or change its notes and documents.';

async function stored(context: RequestContext, id: string): Promise<StoredNote | undefined> {
  return (await notesOf(context.tx, { id }, allReadable(context)))[0];
}

async function own(context: RequestContext, id: string): Promise<Result<StoredNote, Failures>> {
  const note = await stored(context, id);
  if (!note) return missing('note', id);
  return canEdit(context, note) ? ok(note) : err([fail('FORBIDDEN', [], 'You can change only your own notes.')]);
}

export const noteOperations: Operations<typeof noteEndpoints> = {
  async getNote(context, { params }) {
    const note = await stored(context, params.id);
    return note ? ok(answer(context, note)) : missing('note', params.id);
  },
  async listNotes(context, { params, query: { application } }) {
    const notes = await notesOf(context.tx, { objectId: params.id }, readableIn(context, application));
    if (notes.length === 0 && !(await placeOf(context, params.id, application))) return missing('record', params.id);
    return ok(notes.map((note) => answer(context, note)));
  },
  async countNotes(context, { params, query: { application } }) {
    const childCount = await countNotes(context.tx, params.id, readableIn(context, application));
    if (childCount === 0 && !(await placeOf(context, params.id, application))) return missing('record', params.id);
    return ok({ childCount });
  },
  async saveNote(context, { body }) {
    const { tx } = context;
    const { id, rowVersion, noteText, objectId, objectType } = body;
    if ((await placeOf(context, objectId, body.application)) !== objectType) {
      return err([fail('NOT_FOUND', ['objectId'], `There is no ${nounOf(objectType)} ${objectId}.`)]);
    }
    const isNew = !id || id === emptyId;
    let application = body.application ?? moduleOfRecord(context, objectType);
    if (isNew && !mayWrite(context, objectType, application)) return err([fail('FORBIDDEN', [], notWritten)]);
    if (!isNew) {
      const before = await own(context, id);
      if (before.isErr()) return err(before.error);
      if (
        before.value.objectId !== objectId ||
        isOfPay(objectType, application) !== isOfPay(objectType, before.value.application)
      ) {
        return err([fail('NOT_FOUND', ['objectId'], 'A note can’t be moved to another record.')]);
      }
      application = before.value.application as Application;
    }
    const act = { operation: 'saveNote', containerId: objectId, application };
    const saved = isNew
      ? await noteStore.insert(tx, act, { noteText, objectId, objectType, application })
      : await noteStore.update(tx, act, id, rowVersion ?? 0, { noteText });
    if (saved.isErr()) return err([saved.error]);
    const after = await stored(context, saved.value.id);
    if (!after) throw new Error(`note ${saved.value.id} is missing after it was saved`);
    return ok(answer(context, after));
  },
  async deleteNote(context, { params, query }) {
    const before = await own(context, params.id);
    if (before.isErr()) return err(before.error);
    const { objectId, application } = before.value;
    const act = { operation: 'deleteNote', containerId: objectId, application };
    const removed = await noteStore.remove(context.tx, act, params.id, query.rowVersion);
    return removed.map(({ id }) => ({ id })).mapErr((failure) => [failure]);
  },
};
