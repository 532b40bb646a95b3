/**
 * Invisible characters that make a text differ from what it looks like. These are control characters, marks and
 * isolates that reverse the direction of text, and the two code points that XML can't contain.
 */
const unseen = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;
const unseenInLines = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;

/**
 * Other invisible characters, which make two names look alike. Examples are the zero-width space, the separators of
 * lines and paragraphs, and letters that are drawn blank, such as the empty braille cell. Some scripts and emoji need
 * joiners and variation selectors. They are invisible only after a letter of an alphabet that doesn't use them, a
 * digit, punctuation or a space. The jamo fillers are part of Hangul, but not without their other half.
 */
const lookAlike =
  /[\p{Zl}\p{Zp}\u2800\ufff9-\ufffb\u{16fe4}\u{1d159}]|\u115f(?![\u1161-\u11a7\ud7b0-\ud7c6])|(?<![\u1100-\u115e\ua960-\ua97c])\u1160|(?![\u115f\u1160\p{Join_Control}\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}|(?<=^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{P}\p{Z}]|(?![0-9]\ufe0f)\p{Nd})[\p{Join_Control}\p{Variation_Selector}]/u;

/** A character that leaves a mark: zero-width characters and fillers don't. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{16fe4}\u{1d159}]/u;

/** Returns true if a text has a visible character. */
export const hasVisible = (text: string | null | undefined): boolean => visible.test(text ?? '');

/**
 * Returns why a text is rejected, as a sentence without its subject; undefined if it is accepted. A text of several lines may have line breaks and
 * tabs. A name, which must not look like another one, has no zero-width characters either. By default, a text of one line is a name.
 */
export function unseenCharacter(
  text: string,
  options: { readonly inLines?: boolean; readonly isName?: boolean } = {},
): string | undefined {
  const { inLines = false, isName = !inLines } = options;
  if (text.trim() !== '' && !hasVisible(text)) return 'has only invisible characters. Type it again';
  const [found] = (inLines ? unseenInLines : unseen).exec(text) ?? (isName ? lookAlike.exec(text) : null) ?? [];
  const code = found?.codePointAt(0);
  if (code === undefined) return undefined;
  if (found === '\n' || found === '\r') return 'has a line break. Write it on one line';
  if (found === '\t') return 'has a tab. Use a space instead';
  const number = code.toString(16).toUpperCase().padStart(4, '0');
  return `has the invisible character U+${number}. Type it again without it`;
}

/**
 * Composes a name (NFC) and replaces each run of its Unicode spaces, such as no-break or doubled ones, by one plain
 * space. Names that look equal are then equal.
 */
export const normalizeName = (name: string): string => name.normalize('NFC').replaceAll(/\p{Zs}+/gu, ' ');

/** Removes invisible characters. Used for file names, which come from other machines. */
export const removeInvisible = (text: string): string => text.replaceAll(new RegExp(unseen, 'gu'), '');
