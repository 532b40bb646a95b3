import { referenceEntries, saveReferenceEntry } from '@carrara/adapters/postgres/reference';
import type { referenceEndpoints } from '@carrara/contract/reference';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../operations.ts';

export const referenceOperations: Operations<typeof referenceEndpoints> = {
  async listReferenceEntries({ tx }, { params, query }) {
    return ok(await referenceEntries(tx, params.type, query));
  },
  saveReferenceEntry({ tx }, { params, body }) {
    const { id, rowVersion, ...values } = body;
    return saveReferenceEntry(tx, params.type, { id, rowVersion }, values);
  },
};
