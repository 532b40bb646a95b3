import { readFile } from 'node:fs/promises';
import { create, openSync } from 'fontkit';
import decompress from 'wawoff2/decompress.js';
import { clean } from './cleanText.ts';
import {
  eastAsianFamilies,
  lastFamily,
  placeOf,
  sliceFile,
  sliceOf,
  type Weight,
  weightOf,
  wholeFamilies,
} from './fontFamilies.ts';
import { glyphBytes } from './glyphBytes.ts';

interface GlyphRun {
  readonly glyphs: readonly object[];
  readonly positions: readonly Readonly<Record<string, number>>[];
  readonly advanceWidth: number;
}
interface Glyph {
  codePoints: readonly number[];
}
/** What the PDF library asks of an open font; it writes into the positions that it is given. */
export interface OpenFont {
  readonly postscriptName: string;
  readonly hasGlyphForCodePoint: (codePoint: number) => boolean;
  readonly layout: (
    text: string,
    features?: Readonly<Record<string, boolean>>,
    script?: string,
    language?: string,
    direction?: 'ltr' | 'rtl',
  ) => GlyphRun;
  readonly createSubset: () => { glyphEncoder: { encodeSimple: typeof glyphBytes } };
  getGlyph: (id: number, codePoints?: readonly number[]) => Glyph;
  readonly getVariation: (axes: Readonly<Record<string, number>>) => OpenFont;
}

/** Opened once for all documents: taking a font file apart costs more than setting a letter with it. */
const opened = new Map<string, OpenFont>();
const nameOf = (family: string, weight: Weight, slice?: string): string =>
  [family, slice, weight === 'bold' ? 'Bold' : undefined].filter(Boolean).join(' ');

const whole = [...wholeFamilies, lastFamily];
const files = new Map(
  whole.flatMap(({ name, files: of }) =>
    (['regular', 'bold'] as const).map((weight) => [nameOf(name, weight), of[weight]] as const),
  ),
);

/**
 * The font library keeps a glyph as it first met it. Met as a part of another one (the dot of a colon) it stands for no text, and would in every
 * later document: an amount copied out of a file would lack its decimal point. It takes the text that it is asked with instead.
 */
function keepingTexts<Font extends OpenFont>(font: Font): Font {
  const glyphOf = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = glyphOf(id, codePoints);
    if (glyph.codePoints.length === 0) glyph.codePoints = codePoints;
    return glyph;
  };
  return font;
}

function open(name: string): OpenFont {
  const known = opened.get(name);
  if (known) return known;
  const file = files.get(name);
  if (!file) throw new Error(`the font ${name} was not loaded before it was used`);
  const font = keepingTexts(openSync(placeOf(file)) as unknown as OpenFont);
  opened.set(name, font);
  return font;
}

const wholeFont = (families: typeof whole, codePoint: number, weight: Weight): string | undefined =>
  families.map(({ name }) => nameOf(name, weight)).find((name) => open(name).hasGlyphForCodePoint(codePoint));

interface Slice {
  readonly name: string;
  readonly file: string;
  readonly weight: Weight;
}

const LETTER =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3000-\\u303f\\u30fb\\u30fc\\u3200-\\u33ff\\uff00-\\uffef]';
const EAST_ASIAN = new RegExp(LETTER, 'u');
/** What a letter's language is told by: the Chinese, Japanese and Korean letters beside it. */
const EAST_ASIAN_TEXT = new RegExp(`${LETTER}(?: *${LETTER})*`, 'gu');

/** For each place of a text where such a letter stands, what stands beside it. */
export function besideLetters(text: string): (at: number) => string {
  const parts = [...text.matchAll(EAST_ASIAN_TEXT)];
  return (at) => parts.find(({ 0: part, index }) => index <= at && at < index + part.length)?.[0] ?? '';
}

function slicesFor(beside: string, codePoint: number, weight: Weight): readonly Slice[] {
  if (!EAST_ASIAN.test(String.fromCodePoint(codePoint))) return [];
  return eastAsianFamilies(beside).flatMap((family) => {
    const slice = sliceOf(family, codePoint);
    return slice ? [{ name: nameOf(family.name, weight, slice), file: sliceFile(family, slice), weight }] : [];
  });
}

/** The slice of the language that is meant; when a line was cut so that it looks like another one, the slice that was loaded. */
function sliceFont(beside: string, codePoint: number, weight: Weight): string | undefined {
  const possible = slicesFor(beside, codePoint, weight);
  return (possible.find(({ name }) => opened.has(name)) ?? possible[0])?.name;
}

/** The font that sets a letter, with the text that it stands in; undefined when none has it. */
export function fontOf(codePoint: number, weight: Weight, beside: string): string | undefined {
  return (
    wholeFont(whole.slice(0, -1), codePoint, weight) ??
    sliceFont(beside, codePoint, weight) ??
    wholeFont([lastFamily], codePoint, weight)
  );
}

/** Whether a font has a letter. Of a slice only what its table lists counts, which `fontOf` has asked already. */
export const hasLetter = (name: string, codePoint: number): boolean =>
  files.has(name) && open(name).hasGlyphForCodePoint(codePoint);

const loading = new Map<string, Promise<void>>();
async function load({ name, file, weight }: Slice): Promise<void> {
  const packed = await readFile(file);
  const variable = create(Buffer.from(await decompress(packed))) as unknown as OpenFont;
  const font = keepingTexts(variable.getVariation({ wght: weightOf[weight] }));
  const createSubset = () => Object.assign(font.createSubset(), { glyphEncoder: { encodeSimple: glyphBytes } });
  // Under a name of its own, else the PDF library takes it for another slice or weight of the family.
  const postscriptName = name.replaceAll(' ', '');
  opened.set(
    name,
    Object.create(font, {
      createSubset: { value: createSubset },
      postscriptName: { value: postscriptName },
    }) as OpenFont,
  );
}

/**
 * Opens the fonts that a text needs and that are too large to be open always: those of Chinese, Japanese and Korean. To be awaited before the
 * text is measured or set.
 */
export async function loadFonts(text: string): Promise<void> {
  const wanted = new Map<string, Slice>();
  for (const beside of clean(text).match(EAST_ASIAN_TEXT) ?? []) {
    for (const letter of new Set(beside.replace(/\s+/g, ''))) {
      for (const weight of ['regular', 'bold'] as const) {
        const [slice] = slicesFor(beside, letter.codePointAt(0)!, weight);
        if (slice && !opened.has(slice.name)) wanted.set(slice.name, slice);
      }
    }
  }
  await Promise.all(
    [...wanted.values()].map((slice) => {
      const running = loading.get(slice.name) ?? load(slice).finally(() => loading.delete(slice.name));
      loading.set(slice.name, running);
      return running;
    }),
  );
}

/** Alternates by context are left out where nobody misses them and they cost most of the time; joined scripts need theirs. */
const features = (name: string): Readonly<Record<string, boolean>> =>
  name.startsWith('Inter') || name.startsWith('DejaVu') ? { calt: false } : {};
/** Digits run from left to right in every script. */
const directionOf = (text: string) => (/^\p{Nd}/u.test(text) ? 'ltr' : undefined);

/** Thai: the ring of SARA AM stands below a tone mark, which is written before it. The font library does not move it. */
const inOrder = (text: string): string => text.replace(/([\u0e48-\u0e4b]*)\u0e33/g, '\u0e4d$1\u0e32');

/** The library scales the positions that it is given first and asks for the width afterwards: each document has its own. */
function setApart(glyphs: GlyphRun['glyphs'], laidOut: GlyphRun['positions']): GlyphRun {
  const positions = laidOut.map((position) => ({ ...position }));
  return {
    glyphs,
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0);
    },
  };
}

/** So many words of a font are remembered; then it begins anew, since names never end. */
const mostWords = 2000;

/** A font whose words are laid out once for all documents: a word of a font is always laid out alike, and letters share most of theirs. */
function textFont(name: string): OpenFont {
  const font = open(name);
  const words = new Map<string, GlyphRun>();
  const layout = (text: string): GlyphRun => {
    let word = words.get(text);
    if (!word) {
      word = font.layout(inOrder(text), features(name), undefined, undefined, directionOf(text));
      if (words.size >= mostWords) words.clear();
      words.set(text, word);
    }
    return setApart(word.glyphs, word.positions);
  };
  return Object.create(font, { layout: { value: layout } }) as OpenFont;
}

/**
 * The same font with digits of one width. Figures have no kerning and no ligatures, so a figure is its characters side by side, each laid out
 * once for all.
 */
function figureFont(name: string): OpenFont {
  const font = open(name);
  const characters = new Map<string, GlyphRun>();
  const character = (text: string): GlyphRun => {
    const run = characters.get(text) ?? font.layout(text, { tnum: true, calt: false });
    characters.set(text, run);
    return run;
  };
  const layout = (text: string): GlyphRun => {
    const runs = Array.from(text, character);
    return setApart(
      runs.flatMap(({ glyphs }) => glyphs),
      runs.flatMap(({ positions }) => positions),
    );
  };
  // Under its own name, else the library takes it for the font that it has already.
  const postscriptName = `${font.postscriptName}-Figures`;
  return Object.create(font, { layout: { value: layout }, postscriptName: { value: postscriptName } }) as OpenFont;
}

const FIGURES = ' figures';
/** The name under which a font is asked for figures. */
export const figuresOf = (name: string): string => `${name}${FIGURES}`;

const variants = new Map<string, OpenFont>();
/** A font as a document uses it, by the name that `fontOf` or `figuresOf` answers. */
export function documentFont(name: string): OpenFont {
  const known = variants.get(name);
  if (known) return known;
  const made = name.endsWith(FIGURES) ? figureFont(name.slice(0, -FIGURES.length)) : textFont(name);
  variants.set(name, made);
  return made;
}
