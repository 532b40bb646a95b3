import { referenceEntries } from '@carrara/adapters/postgres/platform/reference';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { ReferenceType } from '@carrara/contract/platform/reference/reference';
import type { NamedCurrency, NamedRecord } from '@carrara/domain/platform/upload';

/** Returns the active entries of a type, by the names that a file may use. */
export const namedEntries = async (tx: Transaction, type: ReferenceType): Promise<NamedRecord[]> =>
  (await referenceEntries(tx, type, { includeInactive: false })).map(({ id, code, description }) => ({
    id,
    code,
    name: description,
  }));

/** Returns all currencies. Archived ones are included, so that a file's error can say so. */
export const namedCurrencies = async (tx: Transaction): Promise<NamedCurrency[]> =>
  (await referenceEntries(tx, 'currency', { includeInactive: true })).map(({ id, code, description, isInactive }) => ({
    id,
    code,
    name: description,
    isInactive,
  }));
