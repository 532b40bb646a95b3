import bidiFactory from 'bidi-js';
import { nextToLetters, figureFontName, findFont, hasGlyph } from './fontFiles.ts';
import type { Weight } from './fontFamilies.ts';
import { codePointAt, PLAIN } from './cleanText.ts';

/** A piece of text in one font. */
export interface Run {
  readonly font: string;
  readonly text: string;
}
/** A piece with its bidirectional level: even runs left to right, odd right to left. */
interface Piece extends Run {
  readonly level: number;
}

// The types declare a default export, but Node.js returns the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const RTL_LETTERS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const fonts = new Map<string, string | undefined>();
/** Returns the font for a letter. Only choices that don't depend on the surrounding text are cached. */
function chosenFont(letter: string, weight: Weight, context: string): string | undefined {
  const key = weight + letter;
  if (fonts.has(key)) return fonts.get(key);
  const codePoint = codePointAt(letter);
  // A letter without a bold form is set in regular weight.
  const font = findFont(codePoint, weight, context) ?? findFont(codePoint, 'regular', context);
  if (codePoint < 0x2e80) fonts.set(key, font);
  return font;
}

/** Splits printable text, in reading order, into pieces of one font and one direction. */
function piecesOf(text: string, weight: Weight): Piece[] {
  const levels = RTL_LETTERS.test(text) ? bidi.getEmbeddingLevels(text).levels : undefined;
  const pieces: { font: string; text: string; level: number; closed: boolean }[] = [];
  const neighborAt = nextToLetters(text);
  let next = 0;
  for (const letter of text) {
    const at = next;
    next += letter.length;
    const level = levels?.[at] ?? 0;
    const previous = pieces.at(-1);
    // Spaces and marks stay with the preceding script.
    const stays = previous && /[\p{M}\p{Cf}\s]/u.test(letter) && hasGlyph(previous.font, codePointAt(letter));
    const font = stays ? previous.font : chosenFont(letter, weight, neighborAt(at));
    if (!font) throw new Error(`no font has ${letter}`);
    // Right-to-left pieces contain one word each, because the library lays out the words of a piece from left to right.
    const isRight = level % 2 === 1;
    const isAlone = isRight && !/[\p{L}\p{M}\p{Cf}]/u.test(letter);
    if (previous && previous.font === font && previous.level === level && !previous.closed && !isAlone)
      previous.text += letter;
    else {
      const mirrored = isAlone ? (bidi.getMirroredCharacter(letter) ?? letter) : letter;
      pieces.push({ font, text: mirrored, level, closed: isAlone });
    }
  }
  return pieces;
}

/** Reorders pieces from left to right (rule L2 of the bidirectional algorithm). */
function inVisualOrder(pieces: Piece[]): Piece[] {
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  const ordered = [...pieces];
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      const end = ordered.findIndex((piece, at) => at >= from && piece.level < level);
      const to = end < 0 ? ordered.length : end;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  }
  return ordered;
}

/** Splits printable text into runs as they are placed on a line, from left to right. */
export function fontRuns(text: string, weight: Weight): readonly Run[] {
  if (PLAIN.test(text)) return text === '' ? [] : [{ font: weight === 'bold' ? 'Inter Bold' : 'Inter', text }];
  return inVisualOrder(piecesOf(text, weight)).map(({ font, text: visible }) => ({ font, text: visible }));
}

const FIGURE = /(\d[\d.,]*\d|\d)/;
/** Like `fontRuns`, with figures in tabular digits. A text that is a figure as a whole is one run. */
export function figureRuns(text: string, weight: Weight, isFigure: boolean): readonly Run[] {
  const runs = fontRuns(text, weight);
  if (isFigure) return runs.map((run) => ({ ...run, font: figureFontName(run.font) }));
  return runs.flatMap((run) =>
    /^(?:Inter|DejaVu)/.test(run.font) && /\d/.test(run.text)
      ? run.text
          .split(FIGURE)
          .map((part, at) => ({ font: at % 2 === 1 ? figureFontName(run.font) : run.font, text: part }))
          .filter((part) => part.text !== '')
      : [run],
  );
}
