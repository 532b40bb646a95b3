import type { Document } from './fonts.ts';
import { createDocument } from './document.ts';

/** A picture that the PDF library opened for a document. A PNG has further, private functions that decode its pixels. */
interface OpenPicture {
  readonly embed: (doc: Document) => void;
  /** Writes the picture. Follows the decoding. */
  readonly finalize?: () => void;
}
interface PictureOpener {
  readonly openImage: (bytes: Uint8Array) => OpenPicture;
}
const openPicture = (doc: Document, bytes: Uint8Array) => (doc as unknown as PictureOpener).openImage(bytes);

const isPng = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]));
const isJpeg = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xd8;
export const isPicture = (bytes: Buffer): boolean => isPng(bytes) || isJpeg(bytes);

/** The logo that was used last, with its pixels. A batch has a single logo. */
let decoded: { readonly bytes: Buffer; readonly picture: OpenPicture } | undefined;

/** Decodes a PNG once for the documents that follow, because a large logo takes longer than the rest of a letter. */
export async function decodePicture(bytes: Buffer): Promise<void> {
  if (!isPng(bytes) || decoded?.bytes.equals(bytes)) return;
  const doc = createDocument({ title: '', today: '2000-01-01', margin: 0 });
  const picture = await new Promise<OpenPicture | undefined>((resolve) => {
    try {
      const opened = openPicture(doc, bytes);
      Object.assign(opened, { finalize: () => resolve(opened) }).embed(doc);
    } catch {
      resolve(undefined);
    }
  });
  if (picture) decoded = { bytes, picture };
}

/** Copies a decoded picture for another document. */
function copyOf(picture: OpenPicture): OpenPicture {
  const prototype = Object.getPrototypeOf(picture) as OpenPicture;
  const { finalize } = prototype;
  const copy = Object.assign(Object.create(prototype) as OpenPicture, picture, {
    label: 'Logo',
    obj: null,
    finalize,
    splitAlphaChannel: () => copy.finalize?.(),
    loadIndexedAlphaChannel: () => copy.finalize?.(),
    decodeData: () => copy.finalize?.(),
  });
  return copy;
}

const pictures = new WeakMap<Document, { readonly bytes: Buffer; readonly picture: OpenPicture }>();
/** Opens a picture once per document. Throws if the library can't read it. */
function pictureIn(doc: Document, bytes: Buffer): OpenPicture {
  const earlier = pictures.get(doc);
  if (earlier?.bytes.equals(bytes)) return earlier.picture;
  const picture = decoded?.bytes.equals(bytes) ? copyOf(decoded.picture) : openPicture(doc, bytes);
  pictures.set(doc, { bytes, picture });
  return picture;
}

/** Draws a picture within a box. Returns false if the library can't read it. */
export function drawPicture(
  doc: Document,
  bytes: Buffer,
  [x, y]: readonly [number, number],
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  try {
    doc.image(pictureIn(doc, bytes) as never, x, y, { fit: [width, height] });
    return true;
  } catch {
    return false;
  }
}
