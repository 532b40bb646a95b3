import { isReadable, payReaders, readablePapers } from '@carrara/adapters/postgres/platform/note/noteSubjects';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { memberGrants } from '@carrara/adapters/postgres/platform/user/memberGrants';
import { type Grants, hasPermission } from '@carrara/contract/core/permissions';
import type { AnnotatedType } from '@carrara/contract/platform/note/note';
import type { NoteReader } from '@carrara/domain/platform/note';
import { isPayRecord } from './annotatedRecord.ts';

/** The record of a note, and the module that stores the note. */
export interface NoteLocation {
  readonly objectId: string;
  readonly objectType: AnnotatedType;
  readonly application: string;
}

/** Returns the members who can read the notes that a module stores with a record. */
export async function noteReaders(
  tx: Transaction,
  { objectId, objectType, application }: NoteLocation,
): Promise<readonly NoteReader[]> {
  const ofPay = isPayRecord(objectType, application);
  const mayRead = (grants: Grants) =>
    hasPermission(grants, 'comment.view') &&
    (ofPay
      ? hasPermission(grants, 'pay.view')
      : isReadable(
          objectType,
          application,
          readablePapers((permission) => hasPermission(grants, permission)),
        ));
  const people = (await memberGrants(tx)).filter(({ grants }) => mayRead(grants));
  const ids = people.map(({ id }) => id);
  const readers = new Set(ofPay ? await payReaders(tx, objectId, ids) : ids);
  return people.flatMap(({ id, name }) => (readers.has(id) ? [{ id, name }] : []));
}
