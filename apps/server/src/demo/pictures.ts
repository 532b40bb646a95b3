import { crc32, deflateSync } from 'node:zlib';

type Color = readonly [red: number, green: number, blue: number];
/** Returns the color at a point. Both coordinates run from 0 to 1, down and to the right. */
type Drawing = (x: number, y: number) => Color;

const side = 96;
/** Each pixel averages this many by this many samples. */
const samples = 3;

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

function png(draw: Drawing): Buffer {
  const lines = Buffer.alloc(side * (side * 3 + 1));
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      // Creating the demo draws millions of samples, so this avoids arrays.
      let [red, green, blue] = [0, 0, 0];
      for (let at = 0; at < samples * samples; at += 1) {
        const x = (column + ((at % samples) + 0.5) / samples) / side;
        const y = (row + (Math.floor(at / samples) + 0.5) / samples) / side;
        const color = draw(x, y);
        red += color[0];
        green += color[1];
        blue += color[2];
      }
      const start = row * (side * 3 + 1) + 1 + column * 3;
      lines[start] = Math.round(red / (samples * samples));
      lines[start + 1] = Math.round(green / (samples * samples));
      lines[start + 2] = Math.round(blue / (samples * samples));
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // Eight bits each for red, green and blue.
  head.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const white: Color = [255, 255, 255];
const colors: readonly Color[] = [
  [27, 79, 114],
  [17, 100, 92],
  [122, 59, 46],
  [84, 62, 122],
  [44, 88, 52],
  [140, 90, 20],
  [55, 71, 79],
  [142, 45, 86],
];
const pick = <T>(list: readonly [T, ...T[]] | readonly T[], n: number): T => list[n % list.length] as T;
const within = (x: number, y: number, cx: number, cy: number, r: number) => (x - cx) ** 2 + (y - cy) ** 2 < r * r;

/** Logo shapes: true if a point belongs to the shape. */
const marks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => within(x, y, 0.5, 0.5, 0.34) && !within(x, y, 0.62, 0.4, 0.24),
  (x, y) => y > 0.25 && y < 0.78 && Math.abs(x - 0.5) < (y - 0.22) * 0.62 && !(y > 0.5 && Math.abs(x - 0.5) < 0.1),
  (x, y) => Math.abs(x - 0.5) + Math.abs(y - 0.5) < 0.36 && Math.abs(x - 0.5) + Math.abs(y - 0.5) > 0.2,
  (x, y) => x > 0.2 && x < 0.8 && y > 0.2 && y < 0.8 && Math.floor((x - y + 2) * 7) % 2 === 0,
  (x, y) => within(x, y, 0.38, 0.5, 0.22) !== within(x, y, 0.62, 0.5, 0.22),
  (x, y) => y > 0.78 - Math.floor((x - 0.2) * 5) * 0.16 && y < 0.8 && x > 0.2 && x < 0.8 && ((x - 0.2) * 5) % 1 < 0.8,
  (x, y) => within(x, y, 0.5, 0.5, 0.36) && !within(x, y, 0.5, 0.5, 0.26) !== within(x, y, 0.5, 0.5, 0.13),
];

/** Draws a company's logo, always the same for a number. */
export function drawLogo(number: number): Buffer {
  const color = pick(colors, number * 3 + 1);
  const mark = pick(marks, number);
  return png((x, y) => (mark(x, y) ? color : white));
}

const hairs: readonly Color[] = [
  [43, 33, 27],
  [94, 62, 38],
  [148, 108, 62],
  [120, 120, 122],
  [24, 24, 28],
];
const skins: readonly Color[] = [
  [241, 206, 177],
  [224, 172, 138],
  [187, 128, 92],
  [124, 80, 56],
];
const jackets: readonly Color[] = [
  [38, 50, 64],
  [70, 70, 78],
  [62, 44, 50],
  [30, 66, 78],
];

/** Draws a person's portrait, always the same for a number. */
export function drawPortrait(number: number, isLong: boolean): Buffer {
  const wall: Color = pick(
    [
      [223, 230, 236],
      [233, 228, 220],
      [222, 233, 226],
    ] as const,
    number,
  );
  const [hair, skin, jacket] = [pick(hairs, number * 7), pick(skins, number * 5 + 2), pick(jackets, number)];
  return png((x, y) => {
    const dx = (x - 0.5) / 0.17;
    if (dx * dx + ((y - 0.43) / 0.21) ** 2 < 1 && y > 0.33 - dx * 0.03) return skin;
    if (within(x, y, 0.5, 0.37, 0.21) && y < 0.42) return hair;
    if (isLong && Math.abs(x - 0.5) < 0.21 && y > 0.36 && y < 0.66 && Math.abs(x - 0.5) > 0.1) return hair;
    if (Math.abs(x - 0.5) < 0.07 && y > 0.55 && y < 0.74) return skin;
    if (y > 0.7 && Math.abs(x - 0.5) < (y - 0.66) * 0.4) return white;
    if (((x - 0.5) / 0.4) ** 2 + ((y - 1.02) / 0.33) ** 2 < 1) return jacket;
    return wall;
  });
}
