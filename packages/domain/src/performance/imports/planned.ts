import { type Failures } from '@carrara/domain/kernel';
import type { ReadRow } from '@carrara/domain/platform/upload';
import type { Ledger } from '../ledger/index.ts';

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

/** What a vehicle has, as a file names it. */
export interface KnownVehicle {
  readonly ledger: Omit<Ledger, 'commitments'> & { readonly commitments: readonly KnownCommitment[] };
  readonly holdings: readonly Named[];
  readonly securities: readonly { readonly id: string; readonly holdingId: string; readonly name: string }[];
  readonly notices: readonly { readonly id: string; readonly number: number; readonly kind: string }[];
}
export interface KnownCommitment {
  readonly id: string;
  readonly investorId: string;
  readonly investorCode: string;
  readonly investorName: string;
  readonly isGp: boolean;
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

const fieldsOfPaths: Readonly<Record<string, string>> = {
  holdingId: 'investment',
  securityId: 'security',
  noticeId: 'notice',
  investorId: 'investor',
  shares: 'investor',
  key: 'allocationKey',
};

/** The failures of a rule at a row, each at the column that it is about. */
export const refusalsOf = (row: number, failures: Failures): RowRefusal[] =>
  failures.map(({ path: [first], detail }) => ({
    row,
    field: typeof first === 'string' ? (fieldsOfPaths[first] ?? first) : null,
    reason: detail,
  }));

export const textOf = ({ values }: ReadRow, field: string): string | null => values[field] ?? null;
export const flagOf = ({ values }: ReadRow, field: string): boolean => values[field] === 'true';
