import {
  changePicture,
  insertImage,
  removeLogo,
  loadImage,
  loadLogo,
  type PictureOwner,
  pictureOwnerOf,
} from '@carrara/adapters/postgres/platform/image';
import type { imageEndpoints } from '@carrara/contract/platform/image';
import { holds, type Permission } from '@carrara/contract/core/permissions';
import { err, type Failures, fail, noSuch, ok, type Result } from '@carrara/domain/kernel';
import type { HandlerInputOf, Operations, RequestContext } from '../../core/operations.ts';
import { bytesOfDataUrl, type ImageType, imageTypeOf, pictureOf } from '../../files/imageType.ts';

type Endpoints = typeof imageEndpoints;
interface Stored {
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
const missing = () => err([noSuch('record with a picture')]);
const forbidden = () => err([fail('FORBIDDEN', [], 'You don’t have permission to change this record.')]);
const sizeOf = (bytes: Uint8Array, type: string) => `${type}, ${bytes.length} bytes`;

async function keep(
  { tx }: RequestContext,
  { file }: HandlerInputOf<Endpoints['uploadImage']>,
): Promise<Result<Stored, Failures>> {
  const bytes = await pictureOf(file);
  if (bytes.isErr()) return err(bytes.error);
  const type = await imageTypeOf(bytes.value);
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

async function keepTenantLogo(
  context: RequestContext,
  bytes: Uint8Array,
  type: ImageType,
): Promise<Result<Stored, Failures>> {
  const { tx, tenant, grants } = context;
  if (!holds(grants, 'tenant.edit')) return forbidden();
  await removeLogo(tx);
  const id = await insertImage(tx, { type, bytes, containerId: tenant.id });
  const change = { operation: 'changeTenantLogo', objectType: 'tenant', objectId: tenant.id, objectName: tenant.name };
  tx.record({ ...change, before: null, after: { logo: sizeOf(bytes, type) }, rowVersion: tenant.rowVersion });
  return ok({ id, containerId: tenant.id, mimeType: type });
}

async function removeTenantLogo({ tx, tenant, grants }: RequestContext): Promise<Result<{ id: string }, Failures>> {
  if (!holds(grants, 'tenant.edit')) return forbidden();
  const logo = await loadLogo(tx);
  if (!logo) return ok({ id: tenant.id });
  await removeLogo(tx);
  const before = { logo: sizeOf(logo.bytes, logo.type) };
  const change = { operation: 'changeTenantLogo', objectType: 'tenant', objectId: tenant.id, objectName: tenant.name };
  tx.record({ ...change, before, after: { logo: null }, rowVersion: tenant.rowVersion });
  return ok({ id: tenant.id });
}

async function keepFor(
  context: RequestContext,
  containerId: string,
  bytes: Uint8Array,
  rowVersion?: number | null,
): Promise<Result<Stored, Failures>> {
  const { tx, tenant, grants } = context;
  const type = await imageTypeOf(bytes);
  if (type.isErr()) return err(type.error);
  if (containerId === tenant.id) return keepTenantLogo(context, bytes, type.value);
  const owner = await pictureOwnerOf(tx, containerId);
  if (!owner) return missing();
  const { permissions, operation } = owners[owner];
  if (!permissions.some((permission) => holds(grants, permission))) return forbidden();
  const id = await insertImage(tx, { type: type.value, bytes, containerId });
  const changed = await changePicture(tx, { operation, owner, id: containerId, imageId: id, rowVersion });
  return changed ? ok({ id, containerId, mimeType: type.value }) : err([fail('STALE_VERSION', ['rowVersion'], '')]);
}

async function removeFor(
  context: RequestContext,
  id: string,
  rowVersion?: number | null,
): Promise<Result<{ id: string }, Failures>> {
  const { tx, tenant, grants } = context;
  if (id === tenant.id) return removeTenantLogo(context);
  const owner = await pictureOwnerOf(tx, id);
  if (!owner) return missing();
  const { permissions, operation } = owners[owner];
  if (!permissions.some((permission) => holds(grants, permission))) return forbidden();
  const changed = await changePicture(tx, { operation, owner, id, imageId: null, rowVersion });
  return changed ? ok({ id }) : err([fail('STALE_VERSION', ['rowVersion'], '')]);
}

const keepForRecord: Operations<Endpoints>['uploadContainerImage'] = async (context, { params, file }) => {
  const bytes = await pictureOf(file);
  return bytes.isErr() ? err(bytes.error) : keepFor(context, params.id, bytes.value);
};

const changeLogo: Operations<Endpoints>['changeInvestmentLogo'] = async (context, { body }) => {
  const { id, logo, rowVersion } = body;
  if ((await pictureOwnerOf(context.tx, id)) !== 'investment') return missing();
  if (!logo) return (await removeFor(context, id, rowVersion)).map(() => ({ id, logo: null }));
  const bytes = bytesOfDataUrl(logo);
  if (bytes.isErr()) return err(bytes.error);
  const kept = await keepFor(context, id, bytes.value, rowVersion);
  return kept.map(({ mimeType }) => ({
    id,
    logo: `data:${mimeType};base64,${Buffer.from(bytes.value).toString('base64')}`,
  }));
};

export const imageOperations: Operations<Endpoints> = {
  uploadImage: keep,
  uploadContainerImage: keepForRecord,
  uploadCarryImage: keep,
  uploadCarryContainerImage: keepForRecord,
  removeContainerImage: (context, { params }) => removeFor(context, params.id),
  async getImage({ tx }, { params }) {
    const image = await loadImage(tx, params.id);
    if (!image) return err([noSuch('picture')]);
    return ok({ name: 'picture', type: image.type, content: image.bytes, inline: true });
  },
  changeInvestmentLogo: changeLogo,
  changePerformanceInvestmentLogo: changeLogo,
};
