/** A parsed search text. */
export interface SearchTerms {
  /** LIKE pattern. The database converts it to lower case. */
  readonly pattern: string;
  /** True if one of the searched texts must match exactly. */
  readonly exact: boolean;
  /** True if it is long enough for a trigram index. */
  readonly indexable: boolean;
}

/**
 * Parses a search text. A text with quotes has to match exactly, ignoring case. Any other text matches inside. `%` and
 * `_` have no special meaning. Undefined if there is nothing to search for.
 */
export function searchTerms(query: string): SearchTerms | undefined {
  // PostgreSQL's text has no NUL, so nothing stored could match it.
  const typed = query.replaceAll('\u0000', '\ufffd').trim();
  const exact = typed.includes('"');
  const text = (exact ? typed.replaceAll('"', '') : typed).trim();
  if (text === '') return undefined;
  const pattern = text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return { pattern, exact, indexable: longestWord(text) >= 3 };
}

/** The index covers only letters and digits. */
const longestWord = (text: string): number => Math.max(0, ...text.split(/[^\p{L}\p{N}]+/u).map((word) => word.length));
