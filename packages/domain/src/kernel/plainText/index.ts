/**
 * Characters that are not seen and make a text another one than it looks like: control characters, the marks and isolates by which the text after
 * them reads in another direction, and the two code points of the basic plane that XML can't hold.
 */
const unseen = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;
const unseenInLines = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;

/** Why a text is not taken, as a sentence without its subject; one of several lines may have breaks and tabs. Undefined: it is taken. */
export function unseenCharacter(text: string, { inLines = false } = {}): string | undefined {
  const [found] = (inLines ? unseenInLines : unseen).exec(text) ?? [];
  if (found === undefined) return undefined;
  if (found === '\n' || found === '\r') return 'holds a line break; please write it in one line';
  if (found === '\t') return 'holds a tab; please write a blank instead';
  const number = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `holds the character U+${number}, which is invisible. Type it again without it`;
}

/** The text without the characters that are not seen: for names of files, which come from another machine. */
export const withoutUnseen = (text: string): string => text.replaceAll(new RegExp(unseen, 'gu'), '');
