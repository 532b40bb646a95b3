import { inflateSync } from 'node:zlib';

/** A text as placed on a page. y runs downward to the baseline. */
interface PositionedText {
  readonly text: string;
  readonly size: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}
export interface PdfPage {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly PositionedText[];
}
interface Glyphs {
  readonly texts: ReadonlyMap<string, string>;
  /** Widths in thousandths of the text size. */
  readonly widths: ReadonlyMap<number, number>;
}

const object = /(\d+) 0 obj\n([\s\S]*?)\nendobj/g;
const stream = /stream\n([\s\S]*)\nendstream/;

/** Maps glyph codes to text, by the font's ToUnicode map. */
function readTexts(map: string): ReadonlyMap<string, string> {
  const glyphs = new Map<string, string>();
  const textOf = (hex: string) =>
    (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(parseInt(unit, 16))).join('');
  for (const [, from = '', , targets = ''] of map.matchAll(/<([0-9a-f]{4})>\s*<([0-9a-f]{4})>\s*\[([^\]]*)\]/gi)) {
    for (const [at, [, target = '']] of [...targets.matchAll(/<([0-9a-f\s]*)>/gi)].entries()) {
      const code = (parseInt(from, 16) + at).toString(16).padStart(4, '0');
      glyphs.set(code, textOf(target.replace(/\s/g, '')));
    }
  }
  return glyphs;
}

/** Parses glyph widths as pdfkit writes them: `/W [0 [600 250 …]]`. */
function readWidths(font: string): ReadonlyMap<number, number> {
  const [, from = '0', list = ''] = /\/W \[(\d+) \[([^\]]*)\]/.exec(font) ?? [];
  return new Map(
    list
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map((width, at) => [Number(from) + at, Number(width)]),
  );
}

/**
 * Parses the pages of the product's own PDF files, with every text where it was placed. PDFs of other producers may not
 * be understood.
 */
export function pdfPages(bytes: Uint8Array): readonly PdfPage[] {
  const objects = new Map(
    [...Buffer.from(bytes).toString('latin1').matchAll(object)].map(([, id, body = '']) => [id, body]),
  );
  const refer = (body: string | undefined, name: string) => new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(body ?? '')?.[1];
  const inflated = (id: string | undefined): string => {
    const body = objects.get(id) ?? '';
    const packed = stream.exec(body)?.[1] ?? '';
    return body.includes('/FlateDecode') ? inflateSync(Buffer.from(packed, 'latin1')).toString('latin1') : packed;
  };
  const fontOf = (id: string | undefined): Glyphs => {
    const font = objects.get(id);
    return {
      texts: readTexts(inflated(refer(font, 'ToUnicode'))),
      widths: readWidths(objects.get(refer(font, 'DescendantFonts')) ?? ''),
    };
  };
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\b(?!s)/.test(body))
    .map((page) => {
      const [, width = 0, height = 0] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page)?.map(Number) ?? [];
      const resources = objects.get(refer(page, 'Resources'));
      const fonts = new Map(
        [...(resources ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name, fontOf(id)]),
      );
      let font: Glyphs | undefined;
      let size = 0;
      let [x, y] = [0, 0];
      const texts: PositionedText[] = [];
      const marks = /1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm|\/(F\d+) ([\d.]+) Tf|\[([^\]]*)\] TJ/g;
      for (const [, atX, atY, name, points, pieces] of inflated(refer(page, 'Contents')).matchAll(marks)) {
        if (atX !== undefined) [x, y] = [Number(atX), height - Number(atY)];
        if (name !== undefined) [font, size] = [fonts.get(name), Number(points)];
        if (pieces === undefined) continue;
        const codes = [...pieces.matchAll(/<([0-9a-f]*)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
        const advance = codes.reduce((sum, code) => sum + (font?.widths.get(parseInt(code, 16)) ?? 0), 0);
        // The numbers between glyphs are kerning, which is subtracted.
        const kerning = pieces
          .replace(/<[^>]*>/g, ' ')
          .trim()
          .split(/\s+/)
          .reduce((sum, distance) => sum + Number(distance), 0);
        const text = codes.map((code) => font?.texts.get(code.toLowerCase()) ?? '').join('');
        texts.push({ text, size, x, y, width: ((advance - kerning) * size) / 1000 });
      }
      return { width, height, texts };
    });
}

/** Smallest text size allowed in a document, in points. */
const SMALLEST = 7;
/** Tolerance for touching boxes: rounding, and slanted letters. */
const TOUCH = 0.6;

const boxOf = ({ x, y, width, size }: PositionedText) => ({
  remaining: x + TOUCH,
  right: x + width - TOUCH,
  top: y - 0.72 * size,
  bottom: y + 0.05 * size,
});

/**
 * Returns why pages aren't readable: text too small, printed over other text, or off the page. Empty for a good file.
 */
export function unreadableIn(bytes: Uint8Array): readonly string[] {
  return pdfPages(bytes).flatMap(({ width, height, texts }, page) => {
    const printed = texts.filter(({ text }) => text.trim() !== '');
    const at = `page ${page + 1}`;
    const boxes = printed
      .map((positionedText) => ({ ...boxOf(positionedText), text: positionedText.text }))
      .sort((a, b) => a.top - b.top);
    const overlaps = boxes.flatMap((box, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (two) =>
            two.top < box.bottom && box.remaining < two.right && two.remaining < box.right && two.bottom > box.top,
        )
        .map((two) => `${at}: '${box.text}' and '${two.text}' overlap`),
    );
    return [
      ...printed
        .filter(({ size }) => size < SMALLEST - 0.001)
        .map(({ text, size }) => `${at}: '${text}' has ${size} pt`),
      ...printed
        .filter(
          (positionedText) =>
            positionedText.x < 10 ||
            positionedText.x + positionedText.width > width - 10 ||
            positionedText.y < 10 ||
            positionedText.y > height - 5,
        )
        .map(({ text }) => `${at}: '${text}' is outside of the page`),
      ...overlaps,
    ];
  });
}
