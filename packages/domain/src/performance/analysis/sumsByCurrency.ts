import { type Decimal, zero } from '../../kernel/index.ts';

/** Amounts of one currency, by name; null is not determined. */
export interface InCurrency<N extends string> {
  readonly currency: string;
  readonly amounts: Readonly<Record<N, Decimal | null>>;
}

/**
 * Sums of amounts, currency by currency in the order of their codes: what is unlike is never added up, and a sum with a part that is not
 * determined is not determined.
 */
export function sumsByCurrency<N extends string>(
  names: readonly N[],
  rows: readonly InCurrency<N>[],
): readonly InCurrency<N>[] {
  const sums = new Map<string, Record<N, Decimal | null>>();
  for (const { currency, amounts } of rows) {
    const known = sums.get(currency);
    const sum = known ?? (Object.fromEntries(names.map((name) => [name, zero])) as Record<N, Decimal | null>);
    for (const name of names) {
      const [before, more] = [sum[name], amounts[name]];
      sum[name] = before === null || more === null ? null : before.plus(more);
    }
    if (known === undefined) sums.set(currency, sum);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, amounts]) => ({ currency, amounts }));
}
