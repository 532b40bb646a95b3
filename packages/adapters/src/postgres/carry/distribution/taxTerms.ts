import type { DetailLine, SourceLine, TaxLine } from '@carrara/domain/carry/run';

/** What a tax is computed at: the many tax rows of a source repeat a few of these. */
export type TaxTerm = Omit<TaxLine, 'amount'>;

export interface TermsOfSource {
  readonly terms: readonly TaxTerm[];
  /** For each row its terms' places, in the order of its tax rows. */
  readonly placesOf: ReadonlyMap<DetailLine, readonly number[]>;
}

const keyOf = ({ taxProfileId, characterizationId, rate, percent }: TaxTerm) =>
  `${taxProfileId} ${characterizationId} ${rate} ${percent}`;

/** The distinct terms of a source's rows in the order in which they come first. */
export function termsOf({ details }: Pick<SourceLine, 'details'>): TermsOfSource {
  const terms: TaxTerm[] = [];
  const places = new Map<string, number>();
  const placeOf = (tax: TaxLine): number => {
    const key = keyOf(tax);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, terms.length);
    terms.push(tax);
    return terms.length - 1;
  };
  const placesOf = new Map(details.map((line) => [line, line.taxes.map(placeOf)] as const));
  return { terms, placesOf };
}

/** The tax rows of a stored detail row: its terms with their amounts, each given as one text. */
export function taxesFrom(terms: readonly TaxTerm[], places: string, amounts: string): readonly TaxLine[] {
  if (places === '') return [];
  const taken = amounts.split(',');
  return places.split(',').map((place, i) => {
    const { taxProfileId, characterizationId, rate, percent } = terms[Number(place)]!;
    return { taxProfileId, characterizationId, rate, percent, amount: taken[i]! };
  });
}
