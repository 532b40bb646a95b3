/** What a person typed, understood. */
export interface SearchTerms {
  /** LIKE pattern, in lower case by the database. */
  readonly pattern: string;
  /** The whole of one of the searched texts has to be this. */
  readonly exact: boolean;
  /** Long enough for an index of three-letter pieces. */
  readonly indexable: boolean;
}

/**
 * A text with quotes means exactly that text, without regard to case; any other is looked for inside. `%` and `_` stand for themselves.
 * Undefined when there is nothing to look for.
 */
export function searchTerms(query: string): SearchTerms | undefined {
  // PostgreSQL's text has no NUL; nothing stored can match one.
  const typed = query.replaceAll('\u0000', '\ufffd').trim();
  const exact = typed.includes('"');
  const text = (exact ? typed.replaceAll('"', '') : typed).trim();
  if (text === '') return undefined;
  const pattern = text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return { pattern, exact, indexable: longestWord(text) >= 3 };
}

/** The index knows letters and digits only. */
const longestWord = (text: string): number => Math.max(0, ...text.split(/[^\p{L}\p{N}]+/u).map((word) => word.length));
