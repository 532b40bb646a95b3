/** A term in words, by the field that it belongs to. */
export interface ReadableTerm {
  readonly field: string;
  readonly title: string;
  readonly value: string;
}

export interface TermChange {
  readonly field: string;
  readonly title: string;
  /** Null if the version doesn't have the term. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The values that blank terms have, in words, by the name of the field. */
type Defaults = Readonly<Record<string, string | undefined>>;

/** Compares two versions of terms, field by field, in the order of the later one. A blank term and its default are alike. */
export function termChanges(
  before: readonly ReadableTerm[],
  after: readonly ReadableTerm[],
  defaults: Defaults = {},
): readonly TermChange[] {
  const isDefault = ({ field, value }: ReadableTerm) => defaults[field.split('.').at(-1) ?? ''] === value;
  const earlier = new Map(before.map((term) => [term.field, term]));
  const later = new Set(after.map(({ field }) => field));
  return [
    ...after.flatMap((term) => {
      const { field, title, value } = term;
      const old = earlier.get(field)?.value ?? null;
      return old === value || (old === null && isDefault(term)) ? [] : [{ field, title, before: old, after: value }];
    }),
    ...before.flatMap((term) => {
      const { field, title, value } = term;
      return later.has(field) || isDefault(term) ? [] : [{ field, title, before: value, after: null }];
    }),
  ];
}
