import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { create } from 'fontkit';
import decompress from 'wawoff2/decompress.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDocument } from './document.ts';
import { eastAsianFamilies, sliceFile, findSlice } from './fontFamilies.ts';
import { documentFont, loadFonts } from './fontFiles.ts';
import { drawTextLine, textWidth } from './fonts.ts';
import { printable, printRefusal, unprintableIn } from './printable.ts';
import { figureRuns, fontRuns } from './runs.ts';
import { wrapLines } from './textBlock.ts';

const doc = createDocument({ title: 'test', today: '2026-10-01', margin: 40 });
const figure = { size: 10, figure: true } as const;

/** Names in each supported script. */
const names: Readonly<Record<string, string>> = {
  Latin: 'Łukasz Żółć-Nguyễn Þórðarson',
  Greek: 'Αλέξανδρος Παπαδόπουλος',
  Cyrillic: 'Іван Щербаков-Ђорђевић',
  'Chinese, simplified': '王晓明 欧阳诗',
  'Chinese, traditional': '歐陽菲菲 龔龍飛',
  Japanese: '髙橋 さくら サトウ・ヒロシ 﨑山',
  Korean: '김민수 황보혜',
  Thai: 'สมชาย น้ำใจ ผู้ใหญ่',
  Hebrew: 'דוד בן־גוריון (כהן)',
  Arabic: 'محمد بن عبد الله (الأول) پارسا گلچین ٹیپو',
  Georgian: 'გიორგი',
};

beforeAll(() => loadFonts(JSON.stringify(names)));

describe('figures', () => {
  it('have digits of equal width', () => {
    expect(textWidth(doc, '1,111.11', figure)).toBeCloseTo(textWidth(doc, '8,888.88', figure), 6);
    expect(textWidth(doc, '0'.repeat(8), figure)).toBeCloseTo(8 * textWidth(doc, '0', figure), 6);
    expect(textWidth(doc, '0', figure)).toBeGreaterThan(4);
    expect(textWidth(doc, '0', figure)).toBeLessThan(9);
  });
  it('grow with the size', () => {
    expect(textWidth(doc, '12.50', { ...figure, size: 20 })).toBeCloseTo(2 * textWidth(doc, '12.50', figure), 6);
  });
  it('have them inside a sentence too, with every comma and digit in position', () => {
    const runs = figureRuns('Net 5,667,899.11 = gross 11,111,111.11', 'regular', false);
    expect(runs.map(({ font, text }) => [font, text])).toEqual([
      ['Inter', 'Net '],
      ['Inter figures', '5,667,899.11'],
      ['Inter', ' = gross '],
      ['Inter figures', '11,111,111.11'],
    ]);
    expect(textWidth(doc, 'Net 1,111,111.11', { size: 10 })).toBeCloseTo(
      textWidth(doc, 'Net 8,888,888.88', { size: 10 }),
      6,
    );
  });
});

describe('text', () => {
  it('finds a font for each letter', () => {
    const fonts = (text: string) => fontRuns(text, 'regular').map((run) => [run.font, run.text]);
    expect(fonts('Łukasz Иванов')).toEqual([['Inter', 'Łukasz Иванов']]);
    expect(fonts('Anna გიორგი')).toEqual([
      ['Inter', 'Anna '],
      ['DejaVu', 'გიორგი'],
    ]);
    expect(fonts('Wang 王').map(([font]) => font)).toEqual(['Inter', expect.stringMatching(/^Noto Sans SC/)]);
    expect(fonts('田さ').every(([font]) => font!.startsWith('Noto Sans JP'))).toBe(true);
  });
  it.each(Object.entries(names))('has a glyph for every letter of a name: %s', (_script, name) => {
    for (const weight of ['regular', 'bold'] as const) {
      for (const { font, text } of fontRuns(printable(name), weight)) {
        const glyphs = documentFont(font).layout(text).glyphs as readonly { readonly id: number }[];
        expect(glyphs.length, `${font} ${text}`).toBeGreaterThan(0);
        expect(
          glyphs.every(({ id }) => id !== 0),
          `${font} ${text}`,
        ).toBe(true);
      }
    }
    expect(unprintableIn(name)).toEqual([]);
  });
  it('has the glyphs that its table lists in each slice of a family', async () => {
    for (const [neighbor, letters] of [
      ['王', '王歐龔鑫'],
      ['さ', '髙桜さ'],
      ['김', '김황'],
    ] as const) {
      const [family] = eastAsianFamilies(neighbor);
      for (const letter of letters) {
        const slice = findSlice(family!, letter.codePointAt(0)!);
        const font = create(Buffer.from(await decompress(readFileSync(sliceFile(family!, slice!)))));
        expect('characterSet' in font && font.characterSet.includes(letter.codePointAt(0)!), letter).toBe(true);
      }
    }
  });
  it('runs from right to left in those scripts, except figures and Latin words', () => {
    const displayed = (text: string) => fontRuns(printable(text), 'regular').map((run) => run.text);
    expect(displayed('דוד (כהן) 12')).toEqual(['12', ' ', '(', 'כהן', ')', ' ', 'דוד']);
    expect(displayed('Ada שלום עולם (Holding)').join('|')).toBe('Ada |עולם| |שלום| |(Holding)');
    // Characters that could reverse a neighboring figure are removed.
    expect(displayed('Ada\u202e 123').join('')).toBe('Ada 123');
  });
  it('joins Arabic letters, and separates those that are written separately', () => {
    const ids = (text: string) =>
      (documentFont('IBM Plex Sans Arabic').layout(text).glyphs as readonly { readonly id: number }[]).map(
        ({ id }) => id,
      );
    const [alone] = ids('م');
    expect(ids('محمد')).toHaveLength(4);
    expect(ids('محمد')).not.toContain(alone);
    expect(printable('می\u200cخواهم')).toBe('می\u200cخواهم');
  });
  it('replaces a letter without a font by its code, never by a box', () => {
    expect(printable('José 💰')).toBe('José [U+1F4B0]');
    expect(printRefusal('José 💰', ['José 💰', null])).toBe(
      'The letter for José 💰 can’t be printed because the fonts don’t contain 💰 (U+1F4B0).',
    );
    expect(printRefusal('हिन्दी', ['हिन्दी'])).toContain('U+0939');
    expect(printRefusal('王小明', ['王小明', 'E1'])).toBeUndefined();
  });
  it('breaks between words, and inside a word longer than a line', () => {
    const style = { size: 10 } as const;
    const lines = wrapLines(doc, `one two ${'x'.repeat(60)}`, 100, style);
    expect(lines.join('').replaceAll(' ', '')).toBe(`onetwo${'x'.repeat(60)}`);
    expect(lines.every((line) => textWidth(doc, line, style) <= 100)).toBe(true);
  });
  it('breaks Thai between words, and never before a mark', () => {
    const text = 'สมชายผู้ใหญ่ใจดีมีเงินทุนมากมายในกรุงเทพมหานคร';
    const lines = wrapLines(doc, text, 90, { size: 12 });
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toBe(text);
    expect(lines.every((line) => !/^[\p{M}\u0e33]/u.test(line))).toBe(true);
  });
});

describe('a document', () => {
  it('takes the layout of a word from earlier documents, of which a limited number is stored', () => {
    const widthsOf = (names: readonly string[]) => {
      const page = createDocument({ title: 'test', today: '2026-10-01', margin: 40 });
      return names.map((name) => textWidth(page, name, { size: 10 }));
    };
    const { layouts } = documentFont('Inter');
    const [first] = widthsOf(['Quarry']);
    const stored = layouts['Quarry'];
    expect(stored).toBeDefined();
    expect(widthsOf(['Quarry'])).toEqual([first]);
    expect(layouts['Quarry']).toBe(stored);
    widthsOf(
      Array.from({ length: 2500 }, (_, at) =>
        `Word${'abcdefghij'[at % 10]}${at}x`.replaceAll(/\d/g, (digit) => 'klmnopqrst'[Number(digit)]!),
      ),
    );
    expect(Object.keys(layouts).length).toBeLessThanOrEqual(2000);
    expect(layouts['Quarry']).toBeUndefined();
    expect(widthsOf(['Quarry'])).toEqual([first]);
  });
  it('embeds the outlines of a variable font, none of them empty', async () => {
    const page = createDocument({ title: 'test', today: '2026-10-01', margin: 40 });
    page.addPage();
    drawTextLine(page, names['Chinese, simplified']!, 40, 40, 400, { size: 12 });
    page.end();
    const bytes = await buffer(page);
    const fonts = [...bytes.toString('latin1').matchAll(/\/FontName \/(\S+)/g)].map(([, name]) => name);
    expect(fonts.some((name) => name!.includes('NotoSansSC'))).toBe(true);
    expect(inflatedFonts(bytes).every((font) => font.length > 400)).toBe(true);
  });
});

/** Returns the TrueType files in a document. */
function inflatedFonts(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7)) {
    try {
      const inflated = inflateSync(bytes.subarray(at + 7));
      if (inflated.readUInt32BE(0) === 0x74727565 || inflated.readUInt32BE(0) === 0x00010000) found.push(inflated);
    } catch {
      // Skip streams that aren't compressed.
    }
  }
  return found;
}
