import { referenceEntries } from '@carrara/adapters/postgres/platform/reference';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { ReferenceType } from '@carrara/contract/platform/reference';
import type { Named } from '@carrara/domain/performance/imports';

/** The entries of a type that may be chosen, by what a file may call them. */
export const namedEntries = async (tx: Transaction, type: ReferenceType): Promise<Named[]> =>
  (await referenceEntries(tx, type, { includeInactive: false })).map(({ id, code, description }) => ({
    id,
    code,
    name: description,
  }));
