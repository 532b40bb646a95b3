import { lookup, type NamedRecord } from '../../platform/upload/index.ts';

/** A person whom a file can name. */
export interface NamedPerson extends NamedRecord {
  readonly email: string | null;
  /** True if this is the importing person, who can't enter their own pay. */
  readonly isOwn: boolean;
}

/** Returns a lookup of people by code, e-mail or unambiguous name. */
export function lookupPeople<P extends NamedRecord & { readonly email: string | null }>(
  people: readonly P[],
): (word: string) => P | undefined {
  const byEmail = new Map(
    people.flatMap((person) => (person.email ? [[person.email.toLowerCase(), person] as const] : [])),
  );
  const named = lookup(people);
  return (word) => byEmail.get(word.trim().toLowerCase()) ?? named(word);
}
