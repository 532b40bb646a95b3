import { referenceEntries } from '@carrara/adapters/postgres/platform/reference';
import {
  type ReferenceType,
  referenceTypes,
  subTypesByType,
} from '@carrara/contract/platform/reference/referenceTypes';
import type { referenceEndpoints } from '@carrara/contract/platform/reference/reference';
import { ok } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { archiveReferenceEntries, saveReferenceEntry, addUses } from '../../../usecases/platform/reference.ts';

const active =
  (type: ReferenceType) =>
  async ({ tx }: RequestContext) =>
    ok(await referenceEntries(tx, type, { includeInactive: false }));

export const referenceOperations: Operations<typeof referenceEndpoints> = {
  async listReferenceTypes() {
    return ok(
      Object.entries(referenceTypes).map(([name, title]) => ({
        name,
        title,
        descriptionField: 'Description',
        orderingField: 'DisplayOrder',
        subTypes: [...(subTypesByType[name as ReferenceType]?.codes ?? [])],
      })),
    );
  },
  listTrustTypes: active('trust-type'),
  listOffices: active('office'),
  listCountries: active('country'),
  listStandardReferenceData: async ({ tx }, { query }) =>
    ok(await referenceEntries(tx, query.code, { includeInactive: false })),
  async listReferenceEntries(context, { params, query }) {
    const entries = await referenceEntries(context.tx, params.type, query);
    return ok(query.withUses ? await addUses(context, params.type, entries) : entries);
  },
  saveReferenceEntry: (context, { params, body }) => saveReferenceEntry(context, params.type, body),
  archiveReferenceEntries: (context, { params, body }) => archiveReferenceEntries(context, params.type, body),
};
