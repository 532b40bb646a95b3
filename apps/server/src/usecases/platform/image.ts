import type { ImageType } from '@carrara/contract/core/fileTypes';
import {
  changePicture,
  insertImage,
  type PictureOwner,
  readPictureOwner,
} from '@carrara/adapters/postgres/platform/image/images';
import { loadLogo, removeLogo } from '@carrara/adapters/postgres/platform/image/logo';
import { hasPermission, type Permission } from '@carrara/contract/core/permissions';
import { err, fail, noSuch, ok } from '@carrara/domain/kernel';
import type { RequestContext, UploadedFile } from '../../core/operations.ts';
import { detectImageType, readPicture } from '../../files/imageType.ts';
import { type Outcome, staleVersion } from '../outcome.ts';

export interface StoredImage {
  id: string;
  containerId: string | null;
  mimeType: ImageType;
}

/** Permissions to change pictures by owner, with the name of the operation. */
const owners: Readonly<
  Record<PictureOwner, { readonly permissions: readonly Permission[]; readonly operation: string }>
> = {
  employee: { permissions: ['employee.edit', 'compEmployee.edit'], operation: 'changeEmployeePicture' },
  investment: { permissions: ['investment.edit', 'valuation.edit'], operation: 'changeInvestmentLogo' },
  firm: { permissions: ['firm.edit'], operation: 'changeFirmLogo' },
};
export const noPictureOwner = () => err([noSuch('record with a picture')]);
const forbidden = () => err([fail('FORBIDDEN', [], 'You don’t have permission to change this record.')]);
const sizeOf = (bytes: Uint8Array, type: string) => `${type}, ${bytes.length} bytes`;

/** Stores a picture that no record has yet. Fails: as `pictureOf` and `detectImageType`. */
export async function storeImage({ tx }: RequestContext, file: UploadedFile): Outcome<StoredImage> {
  const bytes = await readPicture(file);
  if (bytes.isErr()) return err(bytes.error);
  const type = await detectImageType(bytes.value);
  if (type.isErr()) return err(type.error);
  const id = await insertImage(tx, { type: type.value, bytes: bytes.value });
  tx.record({
    operation: 'uploadImage',
    objectType: 'image',
    objectId: id,
    before: null,
    after: { picture: sizeOf(bytes.value, type.value) },
    rowVersion: 1,
  });
  return ok({ id, containerId: null, mimeType: type.value });
}

async function storeTenantLogo(context: RequestContext, bytes: Uint8Array, type: ImageType): Outcome<StoredImage> {
  const { tx, tenant, grants } = context;
  if (!hasPermission(grants, 'tenant.edit')) return forbidden();
  await removeLogo(tx);
  const id = await insertImage(tx, { type, bytes, containerId: tenant.id });
  const change = { operation: 'changeTenantLogo', objectType: 'tenant', objectId: tenant.id, objectName: tenant.name };
  tx.record({ ...change, before: null, after: { logo: sizeOf(bytes, type) }, rowVersion: tenant.rowVersion });
  return ok({ id, containerId: tenant.id, mimeType: type });
}

async function removeTenantLogo({ tx, tenant, grants }: RequestContext): Outcome<{ id: string }> {
  if (!hasPermission(grants, 'tenant.edit')) return forbidden();
  const logo = await loadLogo(tx);
  if (!logo) return ok({ id: tenant.id });
  await removeLogo(tx);
  const before = { logo: sizeOf(logo.bytes, logo.type) };
  const change = { operation: 'changeTenantLogo', objectType: 'tenant', objectId: tenant.id, objectName: tenant.name };
  tx.record({ ...change, before, after: { logo: null }, rowVersion: tenant.rowVersion });
  return ok({ id: tenant.id });
}

/** Stores the picture of a record, or the firm's logo. Fails: NOT_FOUND, FORBIDDEN, STALE_VERSION, and those of `detectImageType`. */
export async function storePicture(
  context: RequestContext,
  containerId: string,
  bytes: Uint8Array,
  rowVersion?: number | null,
): Outcome<StoredImage> {
  const { tx, tenant, grants } = context;
  const type = await detectImageType(bytes);
  if (type.isErr()) return err(type.error);
  if (containerId === tenant.id) return storeTenantLogo(context, bytes, type.value);
  const owner = await readPictureOwner(tx, containerId);
  if (!owner) return noPictureOwner();
  const { permissions, operation } = owners[owner];
  if (!permissions.some((permission) => hasPermission(grants, permission))) return forbidden();
  const id = await insertImage(tx, { type: type.value, bytes, containerId });
  const changed = await changePicture(tx, { operation, owner, id: containerId, imageId: id, rowVersion });
  return changed ? ok({ id, containerId, mimeType: type.value }) : staleVersion();
}

/** Removes the picture of a record, or the firm's logo. Fails: NOT_FOUND, FORBIDDEN, STALE_VERSION. */
export async function removePicture(
  context: RequestContext,
  id: string,
  rowVersion?: number | null,
): Outcome<{ id: string }> {
  const { tx, tenant, grants } = context;
  if (id === tenant.id) return removeTenantLogo(context);
  const owner = await readPictureOwner(tx, id);
  if (!owner) return noPictureOwner();
  const { permissions, operation } = owners[owner];
  if (!permissions.some((permission) => hasPermission(grants, permission))) return forbidden();
  const changed = await changePicture(tx, { operation, owner, id, imageId: null, rowVersion });
  return changed ? ok({ id }) : staleVersion();
}
