import { lookup, type Named } from '../../platform/upload/index.ts';

/** Somebody whom a file can name. */
export interface NamedPerson extends Named {
  readonly email: string | null;
  /** The one who reads the file: nobody writes the own pay. */
  readonly isOwn: boolean;
}

/** People by code, e-mail, or a name that only one has. */
export function lookupPeople<P extends Named & { readonly email: string | null }>(
  people: readonly P[],
): (word: string) => P | undefined {
  const byEmail = new Map(people.flatMap((one) => (one.email ? [[one.email.toLowerCase(), one] as const] : [])));
  const named = lookup(people);
  return (word) => byEmail.get(word.trim().toLowerCase()) ?? named(word);
}
