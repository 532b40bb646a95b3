import { required } from '../../kernel/index.ts';
import type { ReadRow } from './tableReader.ts';

/** An error of a row: in one of its columns, or in the row as a whole. */
export interface RowRefusal {
  readonly row: number;
  readonly field: string | null;
  readonly reason: string;
}

/** A record that a file can refer to, with its names. */
export interface NamedRecord {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
}

/** The number of rows by their effect on existing records. */
export interface Counts {
  readonly created: number;
  /** Reversed and entered again. */
  readonly changed: number;
  readonly unchanged: number;
  /** Entered by an earlier file for the same dates but missing in this one. */
  readonly missing: number;
}

const sameText = (first: string | null, other: string) => first !== null && first.toLowerCase() === other.toLowerCase();

/** Returns the record that a word names: by code, otherwise by an unambiguous name. */
export function namedBy<T extends NamedRecord>(all: readonly T[], word: string): T | undefined {
  const coded = all.find(({ code }) => sameText(code, word));
  if (coded !== undefined) return coded;
  const named = all.filter(({ name }) => sameText(name, word));
  return named.length === 1 ? named[0] : undefined;
}

/** Returns a cached lookup by name. */
export function lookup<T extends NamedRecord>(all: readonly T[]): (word: string) => T | undefined {
  const byName = new Map<string, T | undefined>();
  return (word) => {
    if (!byName.has(word)) byName.set(word, namedBy(all, word));
    return byName.get(word);
  };
}

export const textValue = ({ values }: ReadRow, field: string): string | null => values[field] ?? null;

/** Returns the text of a required field. Rows without one are refused when they are read. */
export const requiredText = (row: ReadRow, field: string): string =>
  required(textValue(row, field), `a row’s ${field}`);
