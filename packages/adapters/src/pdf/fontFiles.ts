import { readFile } from 'node:fs/promises';
import { create, openSync } from 'fontkit';
import decompress from 'wawoff2/decompress.js';
import { cleanText, codePointAt } from './cleanText.ts';
import {
  eastAsianFamilies,
  lastFamily,
  fontPath,
  sliceFile,
  findSlice,
  type Weight,
  fontWeights,
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
  /** Parses the outline. Only TrueType glyphs have this private function of the font library. */
  _decode?: () => unknown;
}
/** Functions that the PDF library calls on an open font. It modifies the positions it receives. */
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

/** Fonts opened once for all documents, because parsing a font file takes longer than setting text with it. */
const opened = new Map<string, OpenFont>();
const nameOf = (family: string, weight: Weight, slice?: string): string =>
  [family, slice, weight === 'bold' ? 'Bold' : undefined].filter(Boolean).join(' ');

const whole = [...wholeFamilies, lastFamily];
const files = new Map(
  whole.flatMap(({ name, files: weights }) =>
    (['regular', 'bold'] as const).map((weight) => [nameOf(name, weight), weights[weight]] as const),
  ),
);

/** Makes a glyph parse its outline once instead of for every document that embeds it. */
function parsedOnce(glyph: Glyph): void {
  const parse = glyph._decode?.bind(glyph);
  if (!parse) return;
  let outline: unknown;
  glyph._decode = () => (outline ??= parse());
}

/**
 * Stores the text and the outline of each glyph of a font. The font library caches a glyph as it first met it. If that
 * was as part of another glyph (the dot of a colon), the glyph has no text in later documents. An amount copied from
 * a file would then lack its decimal point. So each glyph gets the text that it is requested with.
 */
function withGlyphTexts<Font extends OpenFont>(font: Font): Font {
  const glyphOf = font.getGlyph.bind(font);
  const parsed = new WeakSet<Glyph>();
  font.getGlyph = (id, codePoints = []) => {
    const glyph = glyphOf(id, codePoints);
    if (glyph.codePoints.length === 0) glyph.codePoints = codePoints;
    if (!parsed.has(glyph)) parsedOnce(glyph);
    parsed.add(glyph);
    return glyph;
  };
  return font;
}

/** The files contain single fonts, whose types in the library lack what the PDF library uses. */
const openFont = (font: ReturnType<typeof create>) => font as typeof font & OpenFont;

function open(name: string): OpenFont {
  const cached = opened.get(name);
  if (cached) return cached;
  const file = files.get(name);
  if (!file) throw new Error(`the font ${name} was not loaded before it was used`);
  const font = withGlyphTexts(openFont(openSync(fontPath(file))));
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
/** Runs of Chinese, Japanese and Korean letters. They show which language a letter belongs to. */
const EAST_ASIAN_TEXT = new RegExp(`${LETTER}(?: *${LETTER})*`, 'gu');

/** Returns a function that finds the East Asian text around a position. */
export function nextToLetters(text: string): (at: number) => string {
  const parts = [...text.matchAll(EAST_ASIAN_TEXT)];
  return (at) => parts.find(({ 0: part, index }) => index <= at && at < index + part.length)?.[0] ?? '';
}

function slicesFor(context: string, codePoint: number, weight: Weight): readonly Slice[] {
  if (!EAST_ASIAN.test(String.fromCodePoint(codePoint))) return [];
  return eastAsianFamilies(context).flatMap((family) => {
    const slice = findSlice(family, codePoint);
    return slice ? [{ name: nameOf(family.name, weight, slice), file: sliceFile(family, slice), weight }] : [];
  });
}

/**
 * Returns the slice of the language that is meant. If a line break makes the text look like another language, returns
 * the slice already loaded.
 */
function sliceFont(context: string, codePoint: number, weight: Weight): string | undefined {
  const possible = slicesFor(context, codePoint, weight);
  return (possible.find(({ name }) => opened.has(name)) ?? possible[0])?.name;
}

/** Returns the font for a letter within its surrounding text. Undefined if no font has it. */
export function findFont(codePoint: number, weight: Weight, context: string): string | undefined {
  return (
    wholeFont(whole.slice(0, -1), codePoint, weight) ??
    sliceFont(context, codePoint, weight) ??
    wholeFont([lastFamily], codePoint, weight)
  );
}

/**
 * True if a font has a letter. For a slice, only the letters in its table count, which `findFont` has already checked.
 */
export const hasGlyph = (name: string, codePoint: number): boolean =>
  files.has(name) && open(name).hasGlyphForCodePoint(codePoint);

const loading = new Map<string, Promise<void>>();
async function load({ name, file, weight }: Slice): Promise<void> {
  const packed = await readFile(file);
  const variable = openFont(create(Buffer.from(await decompress(packed))));
  const font = withGlyphTexts(variable.getVariation({ wght: fontWeights[weight] }));
  const createSubset = () => Object.assign(font.createSubset(), { glyphEncoder: { encodeSimple: glyphBytes } });
  // Uses a unique name. Otherwise the PDF library takes it for another slice or weight of the family.
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
 * Opens the fonts for Chinese, Japanese and Korean that a text needs; they are too large to be always open. Await this
 * before measuring or setting the text.
 */
export async function loadFonts(text: string): Promise<void> {
  const requestedSlices = new Map<string, Slice>();
  for (const cluster of cleanText(text).match(EAST_ASIAN_TEXT) ?? []) {
    for (const letter of new Set(cluster.replace(/\s+/g, ''))) {
      for (const weight of ['regular', 'bold'] as const) {
        const [slice] = slicesFor(cluster, codePointAt(letter), weight);
        if (slice && !opened.has(slice.name)) requestedSlices.set(slice.name, slice);
      }
    }
  }
  await Promise.all(
    [...requestedSlices.values()].map((slice) => {
      const running = loading.get(slice.name) ?? load(slice).finally(() => loading.delete(slice.name));
      loading.set(slice.name, running);
      return running;
    }),
  );
}

/**
 * Turns off contextual alternates where they take most of the time and nobody misses them. Joined scripts need theirs.
 */
const features = (name: string): Readonly<Record<string, boolean>> =>
  name.startsWith('Inter') || name.startsWith('DejaVu') ? { calt: false } : {};
/** Digits run from left to right in every script. */
const directionOf = (text: string) => (/^\p{Nd}/u.test(text) ? 'ltr' : undefined);

/** Moves the ring of the Thai SARA AM below a preceding tone mark, because the font library doesn't. */
const inOrder = (text: string): string => text.replace(/([\u0e48-\u0e4b]*)\u0e33/g, '\u0e4d$1\u0e32');

/** A font as documents use it. */
interface DocumentFont extends OpenFont {
  /** Words laid out so far, at the scale of the PDF library. All documents share them. */
  readonly layouts: Readonly<Record<string, unknown>>;
}

/** Cached words per font. When full, the cache is cleared, since there is no limit to names. */
const MAX_CACHED_LAYOUTS = 2000;

/**
 * Wraps a font so that each word is laid out once for all documents. The layout of a word is always the same, and
 * documents share most words. The PDF library adds each new layout to the cache.
 */
function sharingLayouts(font: OpenFont, layOut: (text: string) => GlyphRun): DocumentFont {
  const layouts = Object.create(null) as Record<string, unknown>;
  let count = 0;
  const layout = (text: string): GlyphRun => {
    if (count >= MAX_CACHED_LAYOUTS) {
      for (const word of Object.keys(layouts)) Reflect.deleteProperty(layouts, word);
      count = 0;
    }
    count += 1;
    return layOut(text);
  };
  return Object.create(font, { layout: { value: layout }, layouts: { value: layouts } }) as DocumentFont;
}

function textFont(name: string): DocumentFont {
  const font = open(name);
  return sharingLayouts(font, (text) =>
    font.layout(inOrder(text), features(name), undefined, undefined, directionOf(text)),
  );
}

/**
 * Wraps a font with tabular digits. Figures have no kerning or ligatures, so each character is laid out once and then
 * placed side by side.
 */
function figureFont(name: string): DocumentFont {
  const font = open(name);
  const characters = new Map<string, GlyphRun>();
  const character = (text: string): GlyphRun => {
    const run = characters.get(text) ?? font.layout(text, { tnum: true, calt: false });
    characters.set(text, run);
    return run;
  };
  const figures = sharingLayouts(font, (text) => {
    const runs = Array.from(text, character);
    // Copies the positions, because the library scales them in place and reads the width afterwards.
    const positions = runs.flatMap((run) => run.positions.map((position) => ({ ...position })));
    return {
      glyphs: runs.flatMap(({ glyphs }) => glyphs),
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0);
      },
    };
  });
  // Uses a unique name. Otherwise the PDF library takes it for the font it already has.
  const postscriptName = `${font.postscriptName}-Figures`;
  return Object.create(figures, { postscriptName: { value: postscriptName } }) as DocumentFont;
}

const FIGURES = ' figures';
/** Returns the name of a font's variant for figures. */
export const figureFontName = (name: string): string => `${name}${FIGURES}`;

const variants = new Map<string, DocumentFont>();
/** Returns the font that documents use under a name from `findFont` or `figureFontName`. */
export function documentFont(name: string): DocumentFont {
  const cached = variants.get(name);
  if (cached) return cached;
  const font = name.endsWith(FIGURES) ? figureFont(name.slice(0, -FIGURES.length)) : textFont(name);
  variants.set(name, font);
  return font;
}
