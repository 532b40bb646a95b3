import type { ReadRow } from './tableReader.ts';

/** What is wrong with a row: at one of its columns, or with the row as a whole. */
export interface RowRefusal {
  readonly row: number;
  readonly field: string | null;
  readonly reason: string;
}

/** Something that a file names, with the words that name it. */
export interface Named {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
}

/** How a row of the file stands to what was entered before. */
export interface Counts {
  readonly created: number;
  /** Reversed and entered anew. */
  readonly changed: number;
  readonly unchanged: number;
  /** Entered by an earlier file for the same days, and not in this one. */
  readonly missing: number;
}

const sameText = (one: string | null, other: string) => one !== null && one.toLowerCase() === other.toLowerCase();

/** Whom a word of a file names: by code, else by a name that only one has. */
export function namedBy<T extends Named>(all: readonly T[], word: string): T | undefined {
  const coded = all.find(({ code }) => sameText(code, word));
  if (coded !== undefined) return coded;
  const named = all.filter(({ name }) => sameText(name, word));
  return named.length === 1 ? named[0] : undefined;
}

/** A list read by word again and again. */
export function lookup<T extends Named>(all: readonly T[]): (word: string) => T | undefined {
  const known = new Map<string, T | undefined>();
  return (word) => {
    if (!known.has(word)) known.set(word, namedBy(all, word));
    return known.get(word);
  };
}

export const textOf = ({ values }: ReadRow, field: string): string | null => values[field] ?? null;
