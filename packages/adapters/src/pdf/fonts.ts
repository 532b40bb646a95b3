import { createRequire } from 'node:module';
import { openSync } from 'fontkit';

/** The weights that documents use. */
export type Weight = 'regular' | 'bold';
export type Document = PDFKit.PDFDocument;

interface OpenFont {
  readonly hasGlyphForCodePoint: (codePoint: number) => boolean;
}

const require = createRequire(import.meta.url);
/** In the order in which they are asked for a letter: Inter for Latin, Greek and Cyrillic, DejaVu for the scripts it lacks. */
const families: Record<Weight, readonly (readonly [name: string, file: string])[]> = {
  regular: [
    ['Inter', require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')],
    ['DejaVu', require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')],
  ],
  bold: [
    ['Inter Bold', require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')],
    ['DejaVu Bold', require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')],
  ],
};

/** Shown for a letter that no font has: an empty box, so that nobody takes a shortened name for a whole one. */
const UNKNOWN = '\u25a1';

/** Opened once for all documents: taking a font file apart costs more than setting a letter with it. */
const opened = new Map<string, OpenFont>();
function open(file: string): OpenFont {
  const known = opened.get(file) ?? (openSync(file) as unknown as OpenFont);
  opened.set(file, known);
  return known;
}

export function registerFonts(doc: Document): void {
  // The types know paths and bytes; the library also takes a font that is open.
  for (const [name, file] of Object.values(families).flat()) doc.registerFont(name, open(file) as never);
}

const known = new Map<string, Map<number, boolean>>();
const fileOf = new Map(Object.values(families).flat());

function knows(name: string, codePoint: number): boolean {
  const of = known.get(name) ?? new Map<number, boolean>();
  known.set(name, of);
  const answer = of.get(codePoint) ?? open(fileOf.get(name)!).hasGlyphForCodePoint(codePoint);
  of.set(codePoint, answer);
  return answer;
}

/** A piece of text in one font. */
export interface Run {
  readonly font: string;
  readonly text: string;
}

const PLAIN = /^[\u0020-\u007e]*$/;

/** Text as pieces that each have a font with all their letters. */
export function runsOf(text: string, weight: Weight): Run[] {
  const [first, second] = families[weight].map(([name]) => name) as [string, string];
  if (PLAIN.test(text)) return [{ font: first, text }];
  const runs: { font: string; text: string }[] = [];
  // Composed where a composed letter exists: fonts have more of those than of marks to put on top.
  for (const letter of text.normalize('NFC').replace(/[\p{Cc}\p{Cf}]/gu, ' ')) {
    const codePoint = letter.codePointAt(0)!;
    const previous = runs.at(-1);
    const font = [first, second].find((name) => knows(name, codePoint));
    // A space or a mark stays with the script that it stands in.
    const chosen = previous && /[\p{M}\s]/u.test(letter) && knows(previous.font, codePoint) ? previous.font : font;
    const shown = chosen ? letter : UNKNOWN;
    if (previous && previous.font === (chosen ?? second)) previous.text += shown;
    else runs.push({ font: chosen ?? second, text: shown });
  }
  return runs;
}

/** One way to set text: weight, size in points and colour. */
export interface TextLook {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
  readonly align?: 'left' | 'right' | 'center';
  /** Digits of one width. */
  readonly figure?: boolean;
}

// Figures of one width stand below each other. Everything else goes without features: only then are layouts of words remembered.
const tabular: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];
const optionsOf = (look: TextLook) => (look.figure ? { features: tabular } : {});

/** Advance widths of single letters in thousandths of the size: figures have no kerning, so a sum of them is exact. */
const advances = new Map<string, number>();
function figureWidth(doc: Document, run: Run, size: number): number {
  let sum = 0;
  for (const letter of run.text) {
    const key = run.font + letter;
    let advance = advances.get(key);
    if (advance === undefined) {
      advance = doc.font(run.font).fontSize(1000).widthOfString(letter, { features: tabular });
      if (advances.size < 1000) advances.set(key, advance);
    }
    sum += advance;
  }
  return (sum * size) / 1000;
}

function runWidth(doc: Document, run: Run, look: TextLook): number {
  if (look.figure) return figureWidth(doc, run, look.size);
  return doc.font(run.font).fontSize(look.size).widthOfString(run.text);
}

export function widthOf(doc: Document, text: string, look: TextLook): number {
  return runsOf(text, look.weight ?? 'regular').reduce((width, run) => width + runWidth(doc, run, look), 0);
}

interface RememberingFont {
  readonly _fontFamilies: Record<string, { layoutCache?: Record<string, unknown> }>;
}
/** Drops the layouts of words that the document remembers: that memory would grow with every name that passes. */
export function forgetLayouts(doc: Document): void {
  for (const font of Object.values((doc as unknown as RememberingFont)._fontFamilies)) {
    if (font.layoutCache) font.layoutCache = Object.create(null) as Record<string, unknown>;
  }
}

/** Sets one line; what is longer than the width stays as it is, so break or shrink it first. */
export function setLine(doc: Document, text: string, x: number, y: number, width: number, look: TextLook): void {
  const runs = runsOf(text, look.weight ?? 'regular');
  const widths = runs.map((run) => runWidth(doc, run, look));
  const whole = widths.reduce((sum, part) => sum + part, 0);
  const slack = look.align === 'right' ? width - whole : look.align === 'center' ? (width - whole) / 2 : 0;
  let at = x + slack;
  doc.fillColor(look.colour ?? '#1f2a37');
  for (const [index, run] of runs.entries()) {
    // Every font is set on the same base line, so that a change of font within a name does not jump.
    doc.font(run.font).fontSize(look.size);
    doc.text(run.text, at, y + look.size * 0.97, { ...optionsOf(look), lineBreak: false, baseline: 'alphabetic' });
    at += widths[index]!;
  }
}
