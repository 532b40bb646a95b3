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
): (text: string) => P | undefined {
  const byEmail = new Map(
    people.flatMap((person) => (person.email ? [[person.email.toLowerCase(), person] as const] : [])),
  );
  const named = lookup(people);
  return (text) => byEmail.get(text.trim().toLowerCase()) ?? named(text);
}
