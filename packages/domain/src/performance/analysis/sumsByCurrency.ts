import { type CoveredPart, coveredSum, type CoveredSum, currencyOrder, type Decimal } from '../../kernel/index.ts';

/** Named amounts of one part in one currency. Null means not determined. */
export interface InCurrency<N extends string> {
  readonly currency: string;
  readonly amounts: Readonly<Record<N, Decimal | null>>;
  /** Describes the part for coverage of one of its amounts. */
  readonly named: (name: N) => CoveredPart;
}

/** The sums of one currency, each with its coverage. */
export interface SumsInCurrency<N extends string> {
  readonly currency: string;
  readonly sums: Readonly<Record<N, CoveredSum>>;
}

/** Adds up amounts by currency, the base currency first. Different currencies are never added. */
export function sumsByCurrency<N extends string>(
  names: readonly N[],
  parts: readonly InCurrency<N>[],
  base: string,
): readonly SumsInCurrency<N>[] {
  const currencies = [...new Set(parts.map(({ currency }) => currency))].sort(currencyOrder(base));
  return currencies.map((currency) => {
    const own = parts.filter((part) => part.currency === currency);
    const sumOf = (name: N) =>
      coveredSum(
        own,
        ({ amounts }) => amounts[name],
        ({ named }) => named(name),
      );
    return { currency, sums: Object.fromEntries(names.map((name) => [name, sumOf(name)])) as Record<N, CoveredSum> };
  });
}

/**
 * Adds up only the parts that have all of these amounts, so that a ratio or mean is based on the same parts. A part left out is named for the first
 * amount it lacks.
 */
export function sumsOverSameParts<N extends string>(
  names: readonly N[],
  parts: readonly InCurrency<N>[],
  base: string,
): readonly SumsInCurrency<N>[] {
  const empty = Object.fromEntries(names.map((name) => [name, null])) as Record<N, null>;
  return sumsByCurrency(
    names,
    parts.map((part): InCurrency<N> => {
      const missing = names.find((name) => part.amounts[name] === null);
      return missing === undefined ? part : { ...part, amounts: empty, named: () => part.named(missing) };
    }),
    base,
  );
}
