import { imageTypes, largestImageBytes } from '@carrara/contract/image';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';

export type ImageType = (typeof imageTypes)[number];

const startsWith = (bytes: Uint8Array, start: readonly number[], at = 0): boolean =>
  bytes.length >= at + start.length && start.every((byte, i) => bytes[at + i] === byte);
const ascii = (text: string): readonly number[] => [...Buffer.from(text, 'latin1')];

const signatures: Readonly<Record<ImageType, (bytes: Uint8Array) => boolean>> = {
  'image/png': (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/jpeg': (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  'image/gif': (bytes) => startsWith(bytes, ascii('GIF87a')) || startsWith(bytes, ascii('GIF89a')),
  'image/webp': (bytes) => startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8),
};

/**
 * What a picture really is, by its first bytes.
 *
 * Fails: TOO_LARGE above 4,194,304 bytes, UNSUPPORTED_TYPE for anything that is no picture of pixels (a drawing in XML can hold a script).
 */
export function imageTypeOf(bytes: Uint8Array): Result<ImageType, Failures> {
  if (bytes.length > largestImageBytes) {
    return err([fail('TOO_LARGE', ['file'], `A picture may have at most ${largestImageBytes} bytes.`)]);
  }
  const type = imageTypes.find((known) => signatures[known](bytes));
  return type ? ok(type) : err([fail('UNSUPPORTED_TYPE', ['file'], 'The file is no PNG, JPEG, GIF or WebP picture.')]);
}

/**
 * The bytes of a data URL.
 *
 * Fails: UNSUPPORTED_TYPE.
 */
export function bytesOfDataUrl(url: string): Result<Uint8Array, Failures> {
  const match = /^data:image\/[a-z0-9.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/.exec(url);
  return match?.[1]
    ? ok(Buffer.from(match[1], 'base64'))
    : err([fail('UNSUPPORTED_TYPE', ['logo'], 'This is no data URL of a picture.')]);
}
