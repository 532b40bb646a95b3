import { referenceEntries, saveReferenceEntry } from '@carrara/adapters/postgres/platform/reference';
import { modules } from '@carrara/contract/core/modules';
import { holds } from '@carrara/contract/core/permissions';
import {
  editPermissionOf,
  ownerOf,
  type ReferenceType,
  referenceTypes,
  subTypesOf,
} from '@carrara/contract/platform/referenceTypes';
import type { referenceEndpoints } from '@carrara/contract/platform/reference';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../core/operations.ts';

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
    const owner = ownerOf(params.type);
    if (owner && !holds(grants, editPermissionOf(params.type))) {
      const what = referenceTypes[params.type].toLowerCase();
      return err([fail('FORBIDDEN', ['type'], `Only administrators of ${modules[owner].title} can change ${what}.`)]);
    }
    const { id, rowVersion, ...values } = body;
    return saveReferenceEntry(tx, params.type, { id, rowVersion }, values);
  },
};
