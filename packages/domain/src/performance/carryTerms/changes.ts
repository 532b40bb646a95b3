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

/** Compares two versions of terms, field by field, in the order of the later one. */
export function termChanges(before: readonly ReadableTerm[], after: readonly ReadableTerm[]): readonly TermChange[] {
  const earlier = new Map(before.map((term) => [term.field, term]));
  const later = new Set(after.map(({ field }) => field));
  return [
    ...after.flatMap(({ field, title, value }) => {
      const old = earlier.get(field)?.value ?? null;
      return old === value ? [] : [{ field, title, before: old, after: value }];
    }),
    ...before.flatMap(({ field, title, value }) =>
      later.has(field) ? [] : [{ field, title, before: value, after: null }],
    ),
  ];
}
