import { createInflate } from 'node:zlib';

/** Samples per pixel by color type. */
const samplesOf = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);
/** Passes of an interlaced picture: first column and row, then the steps. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const untransformed = [[0, 0, 1, 1]] as const;
/** Highest number of a row filter. Each row begins with its filter's number. */
const highestFilter = 4;

const isPng = (bytes: Buffer) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n';

/**
 * True unless the picture is a PNG with unreadable pixels, which would make a drawing library fail in the middle of a
 * document. The pixels are inflated in pieces, not stored, and no further than the header claims.
 */
export async function isWholePng(picture: Uint8Array): Promise<boolean> {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  if (!isPng(bytes)) return true;
  const parts = partsOf(bytes);
  const head = parts?.find(({ type }) => type === 'IHDR')?.data;
  if (!parts || head?.length !== 13) return false;
  const color = head[9] ?? 0;
  if (color === 3 && !parts.some(({ type }) => type === 'PLTE')) return false;
  const rows = rowLengths(head, samplesOf.get(color) ?? 0);
  const inflated = createInflate();
  inflated.end(Buffer.concat(parts.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
  let [length, nextRow] = [0, 0];
  try {
    for await (const piece of inflated as AsyncIterable<Buffer>) {
      while (nextRow < length + piece.length) {
        const row = rows.next();
        if (row.done || (piece[nextRow - length] ?? 0) > highestFilter) return false;
        nextRow += row.value;
      }
      length += piece.length;
    }
  } catch {
    return false;
  }
  return length > 0 && length === nextRow && rows.next().done === true;
}

/** Returns the chunks up to the end of the picture. Undefined if it ends inside one. */
function partsOf(bytes: Buffer): readonly { readonly type: string; readonly data: Buffer }[] | undefined {
  const parts = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') return parts;
    parts.push({ type, data: bytes.subarray(at + 8, end - 4) });
    at = end;
  }
  return undefined;
}

/** Yields the number of bytes of each row, including the filter byte. */
function* rowLengths(head: Buffer, samples: number): Generator<number, undefined> {
  const [width, height, bits] = [head.readUInt32BE(0), head.readUInt32BE(4), (head[8] ?? 0) * samples];
  for (const [x, y, across, down] of head[12] === 1 ? passes : untransformed) {
    const [columns, rows] = [Math.ceil((width - x) / across), Math.ceil((height - y) / down)];
    if (columns > 0) for (let row = 0; row < rows; row += 1) yield 1 + Math.ceil((columns * bits) / 8);
  }
  return undefined;
}
