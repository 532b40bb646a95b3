import { describe, expect, it } from 'vitest';
import { createExplanations, decimal, numberText } from '../../kernel/index.ts';
import {
  applicableTaxProfiles,
  applyTaxProfiles,
  checkTaxTerms,
  overriddenTaxAmounts,
  type TaxProfile,
  taxAmounts,
} from './index.ts';

const profile = (id: string, ...rates: readonly (readonly [string, string])[]): TaxProfile => ({
  id,
  subjectToCharacterization: true,
  rates: rates.map(([characterizationId, rate]) => ({ characterizationId, rate: decimal(rate) })),
});
const flat = (id: string, rate: string): TaxProfile => ({ id, subjectToCharacterization: false, rate: decimal(rate) });
const parts = (...list: readonly (readonly [string, string])[]) =>
  list.map(([id, percent]) => ({ id, percent: decimal(percent) }));

describe('the taxes of a participant', () => {
  it("are the participant's own, the source's and those for all, each once and without inactive ones", () => {
    const own = [flat('a', '1'), { ...flat('b', '1'), isInactive: true }];
    const ids = applicableTaxProfiles(own, undefined, [flat('c', '1'), flat('a', '2')], [flat('b', '3')]).map(
      ({ id }) => id,
    );
    expect(ids).toEqual(['a', 'c', 'b']);
  });
});

describe('a tax applied to a source', () => {
  it('has a row for each non-zero characterization if it is characterized', () => {
    const explanations = createExplanations();
    const { rates, uncharacterized } = applyTaxProfiles(
      [profile('us', ['gain', '20'], ['interest', '37']), flat('lux', '12.5')],
      parts(['gain', '71.3333'], ['interest', '28.6667'], ['capital', '0']),
      [],
      explanations,
    )._unsafeUnwrap();
    expect(
      rates.map(({ taxProfileId, characterizationId, percent }) => [
        taxProfileId,
        characterizationId,
        numberText(percent),
      ]),
    ).toEqual([
      ['us', 'gain', '14.26666'],
      ['us', 'interest', '10.606679'],
      ['lux', undefined, '12.5'],
    ]);
    expect(uncharacterized).toEqual([]);
    expect(explanations.list().map(({ path, result }) => [path, result])).toEqual([
      [['us', 'gain', 'percent'], '14.26666'],
      [['us', 'interest', 'percent'], '10.606679'],
    ]);
    expect(taxAmounts(100_000_00, rates)).toEqual([14_266_66, 10_606_68, 12_500_00]);
  });

  it('percentages are stored with 10 decimals', () => {
    const { rates } = applyTaxProfiles(
      [profile('t', ['gain', '33.3333333333'])],
      parts(['gain', '66.6666666666']),
    )._unsafeUnwrap();
    expect(numberText(rates[0]!.percent)).toBe('22.2222222222');
  });

  it('a characterized tax at a source without characterizations is reported', () => {
    expect(applyTaxProfiles([profile('us'), flat('t', '1')], [])._unsafeUnwrap()).toMatchObject({
      uncharacterized: ['us'],
      rates: [{ taxProfileId: 't' }],
    });
  });

  it('reports every missing rate', () => {
    const refused = applyTaxProfiles(
      [
        profile('us'),
        { id: 'flat', subjectToCharacterization: false },
        { id: 'bare', subjectToCharacterization: true },
      ],
      parts(['gain', '100']),
      ['here'],
    )._unsafeUnwrapErr();
    expect(refused.map(({ path, detail }) => [path, detail])).toEqual([
      [['here'], 'tax profile us has no active rate for characterization gain'],
      [['here'], 'tax profile flat has no active rate'],
      [['here'], 'tax profile bare has no active rate for characterization gain'],
    ]);
  });
});

describe('a tax override', () => {
  it('is split over the computed rows in proportion', () => {
    expect(Array.from(overriddenTaxAmounts(100, [30, 0, 60])!)).toEqual([33, 0, 67]);
    expect(Array.from(overriddenTaxAmounts(0, [30, 60])!)).toEqual([0, 0]);
  });

  it('cannot be split if all rows are zero, or there are none', () => {
    expect(overriddenTaxAmounts(100, [0, 0])).toBeUndefined();
    expect(overriddenTaxAmounts(100, [])).toBeUndefined();
  });
});

describe('the terms of a tax profile', () => {
  const refused = (subjectToCharacterization: boolean, taxRate: string | null, ...characterizationIds: string[]) =>
    checkTaxTerms({ subjectToCharacterization, taxRate, characterizationIds }).map(
      ({ code, path }) => `${code} ${path.join('.')}`,
    );

  it('are a single rate or a rate per characterization', () => {
    expect([...refused(false, '20'), ...refused(true, null, 'gain', 'interest')]).toEqual([]);
    expect(refused(false, null)).toEqual(['TAX_RATE_REQUIRED taxRate']);
    expect(refused(true, '20')).toEqual(['TAX_RATES_REQUIRED taxProfileRates']);
    expect(refused(true, null, 'gain', 'interest', 'gain')).toEqual([
      'DUPLICATE taxProfileRates.2.taxCharacterizationId',
    ]);
  });
});
