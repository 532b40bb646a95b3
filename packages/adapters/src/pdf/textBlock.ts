import { type Document, drawTextLine, type TextStyle, textWidth } from './fonts.ts';

/** Line height, in multiples of the text size. */
export const LEADING = 1.35;
/** Smallest text in a document, in points: a reader can't zoom paper. */
export const SMALLEST = 7;

const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const segmentsOf = (segmenter: Intl.Segmenter, text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/**
 * Breaks a word that is longer than a line: between the words inside it, as in Thai, which is written without spaces,
 * otherwise between letters.
 */
function wordFragments(
  doc: Document,
  word: string,
  width: number,
  style: TextStyle,
): { readonly full: readonly string[]; readonly last: string } {
  const parts = segmentsOf(wordSegmenter, word).flatMap((part) =>
    textWidth(doc, part, style) <= width ? [part] : segmentsOf(letters, part),
  );
  const pieces: string[] = [];
  let piece = '';
  for (const part of parts) {
    if (piece !== '' && textWidth(doc, piece + part, style) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += part;
  }
  return { full: pieces, last: piece };
}

/** Breaks text into lines that fit: between words, and inside a word only if it is longer than a line. */
export function wrapLines(doc: Document, text: string, width: number, style: TextStyle): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    if (textWidth(doc, paragraph, style) <= width) {
      lines.push(paragraph);
      continue;
    }
    let line = '';
    for (const word of paragraph.split(/\s+/)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (textWidth(doc, longer, style) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      if (textWidth(doc, word, style) <= width) {
        line = word;
        continue;
      }
      const { full, last } = wordFragments(doc, word, width, style);
      lines.push(...full);
      line = last;
    }
    lines.push(line);
  }
  return lines;
}

/** Sets lines below each other and returns the y below the last one. */
export function setLines(
  doc: Document,
  lines: readonly string[],
  x: number,
  y: number,
  width: number,
  style: TextStyle,
): number {
  for (const [at, line] of lines.entries()) drawTextLine(doc, line, x, y + at * style.size * LEADING, width, style);
  return y + lines.length * style.size * LEADING;
}

/** Breaks text into lines, draws them and returns the y below the last one. */
export const setText = (doc: Document, text: string, x: number, y: number, width: number, style: TextStyle): number =>
  setLines(doc, wrapLines(doc, text, width, style), x, y, width, style);
