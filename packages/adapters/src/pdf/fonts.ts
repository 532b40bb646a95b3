import { documentFonts, figuresOf, hasLetter, namesOf, type Weight } from './fontFiles.ts';

export type { Weight } from './fontFiles.ts';
export type Document = PDFKit.PDFDocument;

/** Shown for a letter that no font has: an empty box, so that nobody takes a shortened name for a whole one. */
const UNKNOWN = '\u25a1';

export function registerFonts(doc: Document): void {
  // The types know paths and bytes; the library also takes a font that is open.
  for (const [name, font] of documentFonts()) doc.registerFont(name, font as never);
}

const known = new Map<string, Map<number, boolean>>();
function knows(name: string, codePoint: number): boolean {
  const of = known.get(name) ?? new Map<number, boolean>();
  known.set(name, of);
  const answer = of.get(codePoint) ?? hasLetter(name, codePoint);
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
  const [first, second] = namesOf(weight) as [string, string];
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

/** A figure is short and of plain characters: one run in the font for figures. */
const runsOfLook = (text: string, look: TextLook): readonly Run[] => {
  const runs = runsOf(text, look.weight ?? 'regular');
  return look.figure ? runs.map((run) => ({ ...run, font: figuresOf(run.font) })) : runs;
};
const runWidth = (doc: Document, run: Run, look: TextLook): number =>
  doc.font(run.font).fontSize(look.size).widthOfString(run.text);

export function widthOf(doc: Document, text: string, look: TextLook): number {
  return runsOfLook(text, look).reduce((width, run) => width + runWidth(doc, run, look), 0);
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
  const runs = runsOfLook(text, look);
  const widths = runs.map((run) => runWidth(doc, run, look));
  const whole = widths.reduce((sum, part) => sum + part, 0);
  const slack = look.align === 'right' ? width - whole : look.align === 'center' ? (width - whole) / 2 : 0;
  let at = x + slack;
  doc.fillColor(look.colour ?? '#1f2a37');
  for (const [index, run] of runs.entries()) {
    // Every font is set on the same base line, so that a change of font within a name does not jump.
    doc.font(run.font).fontSize(look.size);
    doc.text(run.text, at, y + look.size * 0.97, { lineBreak: false, baseline: 'alphabetic' });
    at += widths[index]!;
  }
}
