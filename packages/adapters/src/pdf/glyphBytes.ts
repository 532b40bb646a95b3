import { required } from '@carrara/domain/kernel';

interface OutlinePath {
  readonly commands: readonly { readonly command: string; readonly args: readonly number[] }[];
}

const ON_CURVE = 1;

/**
 * Encodes a glyph's outline as an entry of a TrueType `glyf` table: integer points, two-byte deltas, no instructions.
 *
 * Used for glyphs of a variable font at one weight: the font library can compute their outlines but can't write them.
 *
 * Units: font units. Source: OpenType specification, `glyf` table, simple glyph description.
 */
export function glyphBytes({ commands }: OutlinePath): Uint8Array {
  const points: { readonly x: number; readonly y: number; readonly flag: number }[] = [];
  const ends: number[] = [];
  for (const { command, args } of commands) {
    if (command === 'closePath') ends.push(points.length - 1);
    for (let at = 0; at < args.length; at += 2) {
      const isControl = command === 'quadraticCurveTo' && at === 0;
      const [x, y] = [required(args[at], 'x of a point'), required(args[at + 1], 'y of a point')];
      points.push({ x: Math.round(x), y: Math.round(y), flag: isControl ? 0 : ON_CURVE });
    }
  }
  if (points.length === 0) return new Uint8Array(0);
  const size = 10 + 2 * ends.length + 2 + 5 * points.length;
  const bytes = new Uint8Array(Math.ceil(size / 4) * 4);
  const view = new DataView(bytes.buffer);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  let at = 0;
  const put = (value: number) => {
    view.setInt16(at, value);
    at += 2;
  };
  for (const value of [ends.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), ...ends, 0]) {
    put(value);
  }
  for (const { flag } of points) bytes[at++] = flag;
  for (const values of [xs, ys]) values.forEach((value, index) => put(value - (values[index - 1] ?? 0)));
  return bytes;
}
