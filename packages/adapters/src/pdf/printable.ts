import { cleanText, codePointAt, PLAIN } from './cleanText.ts';
import { findFont } from './fontFiles.ts';

const cached = new Map<number, boolean>();
function canPrint(letter: string): boolean {
  const codePoint = codePointAt(letter);
  const answer =
    cached.get(codePoint) ?? (/\p{Cf}/u.test(letter) || findFont(codePoint, 'regular', letter) !== undefined);
  cached.set(codePoint, answer);
  return answer;
}

/** Returns the distinct letters of a text that no font has, and that a document can't print. */
export const unprintableIn = (text: string): readonly string[] =>
  PLAIN.test(text) ? [] : [...new Set(cleanText(text))].filter((letter) => !canPrint(letter));

const codePointText = (letter: string): string => codePointAt(letter).toString(16).toUpperCase().padStart(4, '0');

/**
 * Returns text as it is printed. A letter that no font has is replaced by its code, so that an incomplete text is never
 * taken for a complete one.
 */
export const printable = (text: string): string =>
  PLAIN.test(text)
    ? text
    : Array.from(cleanText(text), (letter) => (canPrint(letter) ? letter : `[U+${codePointText(letter)}]`)).join('');

/**
 * Returns why a person's letter or statement can't be printed. Undefined if it can. `texts` are the texts about the
 * person.
 */
export function printRefusal(
  name: string,
  texts: readonly (string | null)[],
  kind: 'letter' | 'statement' = 'letter',
): string | undefined {
  const missing = unprintableIn(texts.filter((text) => text !== null).join(' '));
  if (missing.length === 0) return undefined;
  const letters = missing.map((letter) => `${letter} (U+${codePointText(letter)})`).join(', ');
  return `The ${kind} for ${name} can’t be printed because the fonts don’t contain ${letters}.`;
}
