import { largestImageBytes, megabytes } from '@carrara/contract/core/fileTypes';

/** From the specification: displayed at most 250 x 300, quality 0.7. */
const widest = 250;
const highest = 300;
const quality = 0.7;

export type PictureOutcome = { readonly dataUrl: string } | { readonly refused: string };

/** Reads an image file as a data URL, scaled down to the largest size at which it is displayed. */
export async function readPicture(file: File): Promise<PictureOutcome> {
  if (!file.type.startsWith('image/')) return { refused: 'The file is not an image.' };
  if (file.size > largestImageBytes) return { refused: `The image is larger than ${megabytes(largestImageBytes)}.` };
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, widest / image.width, highest / image.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return { dataUrl: canvas.toDataURL(file.type === 'image/png' ? 'image/png' : 'image/jpeg', quality) };
  } catch {
    return { refused: 'The image can’t be read.' };
  }
}
