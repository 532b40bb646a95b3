import { referenceEntries } from '@carrara/adapters/postgres/platform/reference';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { ReferenceType } from '@carrara/contract/platform/reference';
import type { NamedRecord } from '@carrara/domain/performance/imports';

/** Returns the active entries of a type, by the names that a file may use. */
export const namedEntries = async (tx: Transaction, type: ReferenceType): Promise<NamedRecord[]> =>
  (await referenceEntries(tx, type, { includeInactive: false })).map(({ id, code, description }) => ({
    id,
    code,
    name: description,
  }));
