import { referenceEntries, saveReferenceEntry } from '@carrara/adapters/postgres/platform/reference';
import { holds } from '@carrara/contract/core/permissions';
import {
  editPermissionOf,
  type ReferenceType,
  referenceTypes,
  subTypesOf,
} from '@carrara/contract/platform/referenceTypes';
import type { referenceEndpoints } from '@carrara/contract/platform/reference';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../operations.ts';

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
        subTypes: [...(subTypesOf[name as ReferenceType]?.codes ?? [])],
      })),
    );
  },
  listTrustTypes: active('trust-type'),
  listOffices: active('office'),
  listCountries: active('country'),
  listStandardReferenceData: async ({ tx }, { query }) =>
    ok(await referenceEntries(tx, query.code, { includeInactive: false })),
  async listReferenceEntries({ tx }, { params, query }) {
    return ok(await referenceEntries(tx, params.type, query));
  },
  async saveReferenceEntry({ tx, grants }, { params, body }) {
    if (!holds(grants, editPermissionOf(params.type))) {
      return err([fail('FORBIDDEN', ['type'], 'Only administrators of carry change entries of this type.')]);
    }
    const { id, rowVersion, ...values } = body;
    return saveReferenceEntry(tx, params.type, { id, rowVersion }, values);
  },
};
