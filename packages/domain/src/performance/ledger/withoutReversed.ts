/** Returns the entries or commitment changes that count: without reversed ones and without the reversals. */
export function withoutReversed<T extends { readonly id: string; readonly reversalOf: string | null }>(
  all: readonly T[],
): readonly T[] {
  const reversed = new Set(all.flatMap(({ reversalOf }) => (reversalOf === null ? [] : [reversalOf])));
  return reversed.size === 0 ? all : all.filter(({ id, reversalOf }) => reversalOf === null && !reversed.has(id));
}
