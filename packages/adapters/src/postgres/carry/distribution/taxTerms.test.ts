import type { DetailLine, TaxLine } from '@carrara/domain/carry/run';
import { describe, expect, it } from 'vitest';
import { taxesFrom, toTaxTerms } from './taxTerms.ts';

const tax = (taxProfileId: string | null, percent: string, amount: string): TaxLine => ({
  taxProfileId,
  characterizationId: null,
  rate: taxProfileId === null ? null : percent,
  percent,
  amount,
});
const line = (...taxes: readonly TaxLine[]) => ({ taxes }) as unknown as DetailLine;

describe('the tax rows of a source', () => {
  const details = [
    line(tax('federal', '20', '200.00'), tax('state', '5', '50.00')),
    line(),
    line(tax('state', '5', '-1.00'), tax('state', '2.5', '0.50')),
    line(tax(null, '0', '7.00')),
  ];
  const { terms, locationsOf } = toTaxTerms({ details });

  it('share a few terms', () => {
    expect(terms.map(({ taxProfileId, percent }) => [taxProfileId, percent])).toEqual([
      ['federal', '20'],
      ['state', '5'],
      ['state', '2.5'],
      [null, '0'],
    ]);
    expect(details.map((detail) => locationsOf.get(detail))).toEqual([[0, 1], [], [1, 2], [3]]);
  });

  it('are restored from positions and amounts', () => {
    for (const detail of details) {
      const amounts = detail.taxes.map(({ amount }) => amount).join(',');
      expect(taxesFrom(terms, locationsOf.get(detail)!.join(','), amounts)).toEqual(detail.taxes);
    }
  });
});
