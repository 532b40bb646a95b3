import { loadImage, readPictureOwner } from '@carrara/adapters/postgres/platform/image/images';
import type { imageEndpoints } from '@carrara/contract/platform/document/image';
import { err, noSuch, ok } from '@carrara/domain/kernel';
import type { Operations } from '../../../core/operations.ts';
import { bytesOfDataUrl, readPicture } from '../../../files/imageType.ts';
import { noPictureOwner, removePicture, storeImage, storePicture } from '../../../usecases/platform/image.ts';

type Endpoints = typeof imageEndpoints;

const storeForRecord: Operations<Endpoints>['uploadContainerImage'] = async (context, { params, file }) => {
  const bytes = await readPicture(file);
  return bytes.isErr() ? err(bytes.error) : storePicture(context, params.id, bytes.value);
};

const changeLogo: Operations<Endpoints>['changeInvestmentLogo'] = async (context, { body }) => {
  const { id, logo, rowVersion } = body;
  if ((await readPictureOwner(context.tx, id)) !== 'investment') return noPictureOwner();
  if (!logo) return (await removePicture(context, id, rowVersion)).map(() => ({ id, logo: null }));
  const bytes = bytesOfDataUrl(logo);
  if (bytes.isErr()) return err(bytes.error);
  const stored = await storePicture(context, id, bytes.value, rowVersion);
  return stored.map(({ mimeType }) => ({
    id,
    logo: `data:${mimeType};base64,${Buffer.from(bytes.value).toString('base64')}`,
  }));
};

export const imageOperations: Operations<Endpoints> = {
  uploadImage: (context, { file }) => storeImage(context, file),
  uploadContainerImage: storeForRecord,
  uploadCarryImage: (context, { file }) => storeImage(context, file),
  uploadCarryContainerImage: storeForRecord,
  removeContainerImage: (context, { params }) => removePicture(context, params.id),
  async getImage({ tx }, { params }) {
    const image = await loadImage(tx, params.id);
    if (!image) return err([noSuch('picture')]);
    return ok({ name: 'picture', type: image.type, content: image.bytes, inline: true });
  },
  changeInvestmentLogo: changeLogo,
  changePerformanceInvestmentLogo: changeLogo,
};
