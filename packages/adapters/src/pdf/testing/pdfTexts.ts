import { inflateSync } from 'node:zlib';

const object = /(\d+) 0 obj\n([\s\S]*?)\nendobj/g;
const stream = /stream\n([\s\S]*)\nendstream/;

/** The code of each glyph as the text that it stands for, by the map that its font carries. */
function readGlyphs(map: string): ReadonlyMap<string, string> {
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

/** What our own PDF files print, page by page, piece by piece as it was placed. Of other makers' files it may understand nothing. */
export function pdfTexts(bytes: Uint8Array): readonly (readonly string[])[] {
  const objects = new Map(
    [...Buffer.from(bytes).toString('latin1').matchAll(object)].map(([, id, body = '']) => [id, body]),
  );
  const refer = (body: string | undefined, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(body ?? '')?.[1];
  const inflated = (id: string | undefined): string => {
    const body = objects.get(id) ?? '';
    const packed = stream.exec(body)?.[1] ?? '';
    return body.includes('/FlateDecode') ? inflateSync(Buffer.from(packed, 'latin1')).toString('latin1') : packed;
  };
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\b(?!s)/.test(body))
    .map((page) => {
      const resources = objects.get(refer(page, 'Resources'));
      const fonts = new Map(
        [...(resources ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [
          name,
          readGlyphs(inflated(refer(objects.get(id), 'ToUnicode'))),
        ]),
      );
      let glyphs: ReadonlyMap<string, string> | undefined;
      return [...inflated(refer(page, 'Contents')).matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)].flatMap(
        ([, font, pieces]) => {
          if (font) glyphs = fonts.get(font);
          if (pieces === undefined) return [];
          const codes = [...pieces.matchAll(/<([0-9a-f]*)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
          return [codes.map((code) => glyphs?.get(code.toLowerCase()) ?? '').join('')];
        },
      );
    });
}
