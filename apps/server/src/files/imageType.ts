import { type ImageType, imageTypes, largestImageBytes, megabytes } from '@carrara/contract/core/fileTypes';
import { largestImagePixels, largestImageSide } from '@carrara/contract/platform/document/image';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { imageSize } from 'image-size';
import { isWholePng } from '../core/isWholePng.ts';
import type { UploadedFile } from '../core/operations.ts';

const startsWith = (bytes: Uint8Array, start: readonly number[], at = 0): boolean =>
  bytes.length >= at + start.length && start.every((byte, i) => bytes[at + i] === byte);
const ascii = (text: string): readonly number[] => [...Buffer.from(text, 'latin1')];

const signatures: Readonly<Record<ImageType, (bytes: Uint8Array) => boolean>> = {
  'image/png': (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/jpeg': (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  'image/gif': (bytes) => startsWith(bytes, ascii('GIF87a')) || startsWith(bytes, ascii('GIF89a')),
  'image/webp': (bytes) => startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8),
};

const tooLarge = err([
  fail('TOO_LARGE', ['file'], `The picture can’t be larger than ${megabytes(largestImageBytes)}.`),
]);

/** Returns the bytes of a picture. A file that is too large is never read into memory. Fails: TOO_LARGE. */
export async function readPicture(file: Pick<UploadedFile, 'sizeBytes' | 'bytes'>): Promise<Result<Buffer, Failures>> {
  return file.sizeBytes > largestImageBytes ? tooLarge : ok(await file.bytes());
}

/**
 * Matches markup in files that are a page or script at the same time. A picture's own texts don't contain such tags.
 */
const markup = /<(!doctype|html|head|body|script|svg|iframe|object|embed|meta|link|\?php)[\s>/]/i;

/**
 * Detects a picture's type from its first bytes.
 *
 * Fails: TOO_LARGE above 4,194,304 bytes or with dimensions larger than any screen; UNSUPPORTED_TYPE if it isn't a
 * raster image, has no dimensions, is a PNG with unreadable pixels, or contains markup. An XML drawing can contain
 * scripts.
 */
export async function detectImageType(bytes: Uint8Array): Promise<Result<ImageType, Failures>> {
  if (bytes.length > largestImageBytes) return tooLarge;
  const type = imageTypes.find((imageType) => signatures[imageType](bytes));
  if (!type) return unsupported('The file isn’t a PNG, JPEG, GIF or WebP picture.');
  const size = drawnSize(bytes);
  if (!size) return unsupported('This picture is damaged: its size is missing. Save it again as PNG or JPEG.');
  const { width, height } = size;
  if (Math.max(width, height) > largestImageSide || width * height > largestImagePixels) {
    const most = `${largestImageSide} pixels a side and ${largestImagePixels / 1_000_000} million in all`;
    return err([fail('TOO_LARGE', ['file'], `The picture is ${width} by ${height} pixels. The limit is ${most}.`)]);
  }
  if (markup.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')))
    return unsupported('The file contains markup as well as a picture. Save the picture again.');
  if (!(await isWholePng(bytes))) return unsupported('This picture is damaged. Save it again as PNG or JPEG.');
  return ok(type);
}

const unsupported = (detail: string) => err([fail('UNSUPPORTED_TYPE', ['file'], detail)]);

/** Returns the width and height in the picture's header, for which a viewer would allocate memory. */
function drawnSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  try {
    const { width, height } = imageSize(bytes);
    return width > 0 && height > 0 ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the bytes of a data URL.
 *
 * Fails: UNSUPPORTED_TYPE.
 */
export function bytesOfDataUrl(url: string): Result<Uint8Array, Failures> {
  const match = /^data:image\/[a-z0-9.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/.exec(url);
  return match?.[1]
    ? ok(Buffer.from(match[1], 'base64'))
    : err([fail('UNSUPPORTED_TYPE', ['logo'], 'This isn’t the data URL of a picture.')]);
}
