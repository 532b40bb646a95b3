import { describe, expect, it } from 'vitest';
import { calendarDate, createExplanations, type Decimal, decimal, moneyText, numberText } from '../../kernel/index.ts';
import { type VestingSourceInput, vestingOfSources } from './vestingOfSources.ts';

const source = (carryAmount: string, currency: string | null = 'USD'): VestingSourceInput => ({
  currency,
  carryAmount: decimal(carryAmount),
  effective: decimal('10'),
  schedule: [
    { start: 0, end: 24, vested: decimal('25') },
    { start: 24, end: null, vested: decimal('100') },
  ],
  vestingDate: calendarDate('2021-06-30'),
  tranches: [{ number: '1', trancheInvestmentDate: calendarDate('2020-06-30'), investedAmount: decimal('100.00') }],
});
const withoutStart = (carryAmount: string): VestingSourceInput => ({
  ...source(carryAmount),
  tranches: [...source(carryAmount).tranches, { number: '2', investedAmount: decimal('50.00') }],
});
const original = (sums: { readonly originalCarryAmount: Decimal | null }) =>
  sums.originalCarryAmount && moneyText(sums.originalCarryAmount);

describe('vesting over several sources', () => {
  it('adds up amounts and has no percentage over all sources', () => {
    const { analyses, totals } = vestingOfSources([source('1000.00'), source('200.00')])._unsafeUnwrap();
    expect(analyses).toHaveLength(2);
    expect(
      [totals.originalCarryAmount, totals.vestedCarryAmount, totals.forfeitedCarryAmount].map(
        (sum) => sum && moneyText(sum),
      ),
    ).toEqual(['120.00', '30.00', '90.00']);
    expect(totals.weightedVestedEffectiveAllocationPercentage).toBeNull();
  });

  it('vests a source without an invested amount, and shows zero invested', () => {
    const unknown = { ...source('1000.00'), tranches: [{ ...source('1000.00').tranches[0]!, investedAmount: null }] };
    const { analyses, totals } = vestingOfSources([unknown, source('200.00')])._unsafeUnwrap();
    const [first] = analyses;
    expect(first?.undetermined ? [] : first?.rows.map((row) => moneyText(row.trancheInvestmentAmount))).toEqual([
      '0.00',
    ]);
    expect(original(totals)).toBe('120.00');
    const invested = (...sources: ReturnType<typeof source>[]) =>
      vestingOfSources(sources)._unsafeUnwrap().totals.trancheInvestmentAmount?.toFixed(2);
    expect(invested({ ...unknown })).toBe('0.00');
    expect(invested(source('200.00'))).toBe('100.00');
  });

  it('has no sum of investments over several sources, because a fund and its tranches count the same ones', () => {
    const { totals, byCurrency } = vestingOfSources([source('1000.00'), source('200.00')])._unsafeUnwrap();
    expect(totals.trancheInvestmentAmount).toBeNull();
    expect(byCurrency).toHaveLength(1);
    expect(byCurrency[0]).not.toHaveProperty('trancheInvestmentAmount');
  });

  it('keeps the percentages of a single source', () => {
    const { totals } = vestingOfSources([source('1000.00')])._unsafeUnwrap();
    expect(numberText(totals.weightedVestedEffectiveAllocationPercentage ?? decimal('0'))).toBe('2.5');
  });

  it('explains a sum over sources and their tranches down to the schedule row', () => {
    const explanations = createExplanations();
    vestingOfSources([source('1000.00'), source('200.00')], explanations)._unsafeUnwrap();
    const tree = explanations.tree(['totals', 'forfeitedCarryAmount']);
    expect(tree?.result).toBe('90.00');
    expect(tree?.children.map(({ formula, result }) => [formula, result])).toEqual([
      ['vesting.sum', '75.00'],
      ['vesting.sum', '15.00'],
    ]);
    const [tranche] = tree?.children[0]?.children ?? [];
    expect(tranche?.formula).toBe('vesting.forfeited');
    expect(tranche?.children[1]?.children.map(({ formula }) => formula)).toEqual([
      'vesting.original',
      'vesting.percent',
    ]);
    const share = explanations.tree(['sources', 0, 'totals', 'weightedVestedEffectiveAllocationPercentage']);
    expect([share?.result, share?.children.length]).toEqual(['2.5', 1]);
  });

  it('is zero without sources', () => {
    const { totals, byCurrency } = vestingOfSources([])._unsafeUnwrap();
    expect([original(totals), byCurrency]).toEqual(['0.00', []]);
  });

  it('names a source that cannot be analyzed', () => {
    const refused = vestingOfSources([source('1.00'), { ...source('1.00'), tranches: [] }])._unsafeUnwrapErr();
    expect(refused).toMatchObject([{ code: 'NO_TRANCHES', path: [1, 'tranches'] }]);
  });

  it('reports a source without a vesting start date as not determined, and counts the others', () => {
    const { analyses, totals } = vestingOfSources([withoutStart('500.00'), source('1000.00')])._unsafeUnwrap();
    expect(analyses).toMatchObject([{ undetermined: [{ code: 'NO_VESTING_START' }] }, { starts: ['2020-06-30'] }]);
    expect([original(totals), totals.weightedVestedEffectiveAllocationPercentage?.toString()]).toEqual([
      '100.00',
      '2.5',
    ]);
  });

  it('reports a source without a schedule the same way, even if it is the only one', () => {
    const { analyses, totals } = vestingOfSources([{ ...source('1.00'), schedule: null }])._unsafeUnwrap();
    expect(analyses).toMatchObject([{ undetermined: [{ code: 'NO_VESTING_SCHEDULE' }] }]);
    expect([original(totals), totals.trancheWeightingPercentage]).toEqual(['0.00', null]);
  });

  it("uses the earliest vesting start date of a source's tranches", () => {
    const dates = {
      trancheInvestmentDate: null,
      investmentInitialDate: calendarDate('2021-01-31'),
      initialCloseDate: calendarDate('2019-01-01'),
    };
    const dated = { ...source('1.00'), tranches: [{ number: '1', investedAmount: decimal('1.00'), ...dates }] };
    expect(vestingOfSources([dated])._unsafeUnwrap().analyses).toMatchObject([{ starts: ['2021-01-31'] }]);
  });

  it('never adds up amounts in different currencies: each has its own sums, explained by its sources', () => {
    const explanations = createExplanations();
    const inputs = [source('1000.00'), source('300.00', 'EUR'), source('200.00'), withoutStart('9.00')];
    const { totals, byCurrency } = vestingOfSources(inputs, explanations)._unsafeUnwrap();
    expect(Object.values(totals)).toEqual(Array.from({ length: 8 }, () => null));
    expect(byCurrency.map((sums) => [sums.currency, original(sums)])).toEqual([
      ['EUR', '30.00'],
      ['USD', '120.00'],
    ]);
    expect(explanations.tree(['totals', 'vestedCarryAmount'])).toBeUndefined();
    const tree = explanations.tree(['byCurrency', 1, 'vestedCarryAmount']);
    expect([tree?.result, tree?.children.map(({ path }) => path[1])]).toEqual(['30.00', [0, 2]]);
  });
});
