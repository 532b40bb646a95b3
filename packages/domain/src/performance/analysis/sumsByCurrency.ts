import { type CoveredPart, coveredSum, type CoveredSum, type Decimal } from '../../kernel/index.ts';

/** Amounts of a part of a whole, by name, in one currency; null is not determined. */
export interface InCurrency<N extends string> {
  readonly currency: string;
  readonly amounts: Readonly<Record<N, Decimal | null>>;
  /** The part as coverage names it for one of its amounts. */
  readonly named: (name: N) => CoveredPart;
}

/** The sums of one currency, each with its coverage. */
export interface SumsInCurrency<N extends string> {
  readonly currency: string;
  readonly sums: Readonly<Record<N, CoveredSum>>;
}

/** Sums of amounts, currency by currency in the order of their codes: amounts of unlike currencies are never added up. */
export function sumsByCurrency<N extends string>(
  names: readonly N[],
  parts: readonly InCurrency<N>[],
): readonly SumsInCurrency<N>[] {
  const currencies = [...new Set(parts.map(({ currency }) => currency))].sort();
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
 * The same over the parts that have all of these amounts, so that a ratio or mean can be taken over the parts that the amounts beside it are of. A part is
 * named for the first amount that it lacks.
 */
export function sumsOverSameParts<N extends string>(
  names: readonly N[],
  parts: readonly InCurrency<N>[],
): readonly SumsInCurrency<N>[] {
  const none = Object.fromEntries(names.map((name) => [name, null])) as Record<N, null>;
  return sumsByCurrency(
    names,
    parts.map((part): InCurrency<N> => {
      const missing = names.find((name) => part.amounts[name] === null);
      return missing === undefined ? part : { ...part, amounts: none, named: () => part.named(missing) };
    }),
  );
}
