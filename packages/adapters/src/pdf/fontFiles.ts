import { createRequire } from 'node:module';
import { openSync } from 'fontkit';

/** The weights that documents use. */
export type Weight = 'regular' | 'bold';

interface GlyphRun {
  readonly glyphs: readonly object[];
  readonly positions: readonly Readonly<Record<string, number>>[];
  readonly advanceWidth: number;
}
/** What the PDF library asks of an open font; it writes into the positions that it is given. */
interface OpenFont {
  readonly postscriptName: string;
  readonly hasGlyphForCodePoint: (codePoint: number) => boolean;
  readonly layout: (text: string, features?: Readonly<Record<string, boolean>>) => GlyphRun;
}

const require = createRequire(import.meta.url);
/** In the order in which they are asked for a letter: Inter for Latin, Greek and Cyrillic, DejaVu for the scripts it lacks. */
const files: Record<Weight, readonly (readonly [name: string, file: string])[]> = {
  regular: [
    ['Inter', require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')],
    ['DejaVu', require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')],
  ],
  bold: [
    ['Inter Bold', require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')],
    ['DejaVu Bold', require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')],
  ],
};
const fileOf = new Map(Object.values(files).flat());
/** Names of the fonts of a weight, the preferred one first. */
export const namesOf = (weight: Weight): readonly string[] => files[weight].map(([name]) => name);

/** Opened once for all documents: taking a font file apart costs more than setting a letter with it. */
const opened = new Map<string, OpenFont>();
function open(name: string): OpenFont {
  const known = opened.get(name);
  if (known) return known;
  const font = openSync(fileOf.get(name)!) as unknown as OpenFont;
  opened.set(name, font);
  return font;
}

export const hasLetter = (name: string, codePoint: number): boolean => open(name).hasGlyphForCodePoint(codePoint);

/** The same font without alternates by context, which nobody misses in a table and which cost most of the time. */
function textFont(font: OpenFont): OpenFont {
  return Object.create(font, { layout: { value: (text: string) => font.layout(text, { calt: false }) } }) as OpenFont;
}

/**
 * The same font with digits of one width. Figures have no kerning and no ligatures, so a figure is its characters side by side, each laid out
 * once for all.
 */
function figureFont(font: OpenFont): OpenFont {
  const characters = new Map<string, GlyphRun>();
  const character = (text: string): GlyphRun => {
    const run = characters.get(text) ?? font.layout(text, { tnum: true, calt: false });
    characters.set(text, run);
    return run;
  };
  const layout = (text: string): GlyphRun => {
    const runs = Array.from(text, character);
    const positions = runs.flatMap((run) => run.positions.map((position) => ({ ...position })));
    return {
      glyphs: runs.flatMap(({ glyphs }) => glyphs),
      positions,
      // The library scales the positions first and asks for the width afterwards.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0);
      },
    };
  };
  // Under its own name, else the library takes it for the font that it has already.
  const postscriptName = `${font.postscriptName}-Figures`;
  return Object.create(font, { layout: { value: layout }, postscriptName: { value: postscriptName } }) as OpenFont;
}

/** The name under which a font is asked for figures. */
export const figuresOf = (name: string): string => `${name} figures`;

const variants = new Map<string, OpenFont>();
/** Every font with its variant for figures, by the name that a document knows it by. */
export function documentFonts(): ReadonlyMap<string, object> {
  if (variants.size === 0) {
    for (const name of fileOf.keys()) {
      variants.set(name, textFont(open(name)));
      variants.set(figuresOf(name), figureFont(open(name)));
    }
  }
  return variants;
}
