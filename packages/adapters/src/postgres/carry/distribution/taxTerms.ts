import type { DetailLine, SourceLine, TaxLine } from '@carrara/domain/carry/run';
import { zip, required } from '@carrara/domain/kernel';

/** Terms of a tax. The many tax rows of a source repeat a few of them. */
export type TaxTerm = Omit<TaxLine, 'amount'>;

export interface TermsOfSource {
  readonly terms: readonly TaxTerm[];
  /** Indexes of the terms of each row, in the order of its tax rows. */
  readonly locationsOf: ReadonlyMap<DetailLine, readonly number[]>;
}

const keyOf = ({ taxProfileId, characterizationId, rate, percent }: TaxTerm) =>
  `${taxProfileId} ${characterizationId} ${rate} ${percent}`;

/** Returns the distinct terms of a source's rows in order of first appearance. */
export function toTaxTerms({ details }: Pick<SourceLine, 'details'>): TermsOfSource {
  const terms: TaxTerm[] = [];
  const positions = new Map<string, number>();
  const positionOf = (tax: TaxLine): number => {
    const key = keyOf(tax);
    const position = positions.get(key);
    if (position !== undefined) return position;
    positions.set(key, terms.length);
    terms.push(tax);
    return terms.length - 1;
  };
  const locationsByLine = new Map(details.map((line) => [line, line.taxes.map(positionOf)] as const));
  return { terms, locationsOf: locationsByLine };
}

/** Restores the tax rows of a stored detail row from its terms and amounts, each stored as one text. */
export function taxesFrom(terms: readonly TaxTerm[], positions: string, amounts: string): readonly TaxLine[] {
  if (positions === '') return [];
  return zip(positions.split(','), amounts.split(',')).map(([index, amount]) => {
    const { taxProfileId, characterizationId, rate, percent } = required(terms[Number(index)], `tax term ${index}`);
    return { taxProfileId, characterizationId, rate, percent, amount };
  });
}
