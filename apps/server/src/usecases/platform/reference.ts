import {
  referenceEntries,
  saveReferenceEntry as storeReferenceEntry,
} from '@carrara/adapters/postgres/platform/reference';
import { modules } from '@carrara/contract/core/modules';
import { hasPermission } from '@carrara/contract/core/permissions';
import {
  editPermissionFor,
  areaOwner,
  type ReferenceType,
  referenceTypes,
} from '@carrara/contract/platform/referenceTypes';
import { err, fail } from '@carrara/domain/kernel';
import type { RequestContext } from '../../core/operations.ts';
import { archiveEach } from '../archiveEach.ts';

type Store = typeof storeReferenceEntry;

/** Stores an entry of a reference list, which may belong to one module. Fails: FORBIDDEN, and those of the store. */
export async function saveReferenceEntry(
  { tx, grants }: RequestContext,
  type: ReferenceType,
  { id, rowVersion, ...values }: Parameters<Store>[2] & Parameters<Store>[3],
): ReturnType<Store> {
  const owner = areaOwner(type);
  if (owner && !hasPermission(grants, editPermissionFor(type))) {
    const list = referenceTypes[type].toLowerCase();
    return err([fail('FORBIDDEN', ['type'], `Only administrators of ${modules[owner].title} can change ${list}.`)]);
  }
  return storeReferenceEntry(tx, type, { id, rowVersion }, values);
}

/** Archives or restores entries of a reference list. Fails: FORBIDDEN, NOT_FOUND, STALE_VERSION. */
export async function archiveReferenceEntries(
  context: RequestContext,
  type: ReferenceType,
  body: Parameters<typeof archiveEach>[0],
): ReturnType<typeof archiveEach> {
  const entries = await referenceEntries(context.tx, type, { includeInactive: true });
  return archiveEach(body, {
    noun: 'entry',
    load: async (id) => entries.find((entry) => entry.id === id),
    nameOf: ({ description }) => description,
    save: (entry, rowVersion) =>
      saveReferenceEntry(context, type, { ...entry, rowVersion, isInactive: body.isInactive }),
  });
}
