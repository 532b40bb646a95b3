/**
 * Invisible characters that make a text differ from what it looks like: control characters, the marks and isolates that reverse the direction of
 * text, and the two code points of the basic plane that XML can't contain.
 */
const unseen = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;
const unseenInLines = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;

/** A character that leaves a mark: zero-width characters and fillers don't. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns true if a text has a visible character. */
export const hasVisible = (text: string | null | undefined): boolean => visible.test(text ?? '');

/**
 * Returns why a text is rejected, as a sentence without its subject; undefined if it is accepted. A text of several lines may have line breaks and
 * tabs.
 */
export function unseenCharacter(text: string, { inLines = false } = {}): string | undefined {
  const [found] = (inLines ? unseenInLines : unseen).exec(text) ?? [];
  if (found === undefined)
    return text.trim() === '' || hasVisible(text) ? undefined : 'has only invisible characters. Type it again';
  if (found === '\n' || found === '\r') return 'has a line break. Write it on one line';
  if (found === '\t') return 'has a tab. Use a space instead';
  const number = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `has the invisible character U+${number}. Type it again without it`;
}

/** Removes invisible characters. Used for file names, which come from other machines. */
export const withoutUnseen = (text: string): string => text.replaceAll(new RegExp(unseen, 'gu'), '');
