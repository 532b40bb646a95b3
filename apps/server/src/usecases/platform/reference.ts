import { saveReferenceEntry as storeReferenceEntry } from '@carrara/adapters/postgres/platform/reference';
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
