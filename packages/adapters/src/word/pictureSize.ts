export interface PictureSize {
  readonly type: 'png' | 'jpg';
  readonly width: number;
  readonly height: number;
}

/** Returns the size of a PNG or JPEG scaled to fit a frame. Undefined if the file doesn't state its size. */
export function pictureSize(
  bytes: Buffer,
  frame: { readonly width: number; readonly height: number },
): PictureSize | undefined {
  const isPng = bytes[0] === 0x89;
  const found = isPng ? sizeOfPng(bytes) : sizeOfJpeg(bytes);
  if (!found || found.width < 1 || found.height < 1) return undefined;
  const scale = Math.min(frame.width / found.width, frame.height / found.height);
  return {
    type: isPng ? 'png' : 'jpg',
    width: Math.max(1, Math.round(found.width * scale)),
    height: Math.max(1, Math.round(found.height * scale)),
  };
}

const sizeOfPng = (bytes: Buffer) =>
  bytes.length >= 24 ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined;

/** Reads the size from the first frame header among the segments. */
function sizeOfJpeg(bytes: Buffer): { readonly width: number; readonly height: number } | undefined {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
