import { describe, expect, it } from 'vitest';
import { calendarDate, createExplanations, decimal, moneyText, numberText } from '../kernel/index.ts';
import type { VestingAnalysisInput } from './vestingAnalysis.ts';
import { vestingOfSources } from './vestingOfSources.ts';

const source = (carryAmount: string): VestingAnalysisInput => ({
  carryAmount: decimal(carryAmount),
  effective: decimal('10'),
  schedule: [
    { start: 0, end: 24, vested: decimal('25') },
    { start: 24, end: null, vested: decimal('100') },
  ],
  vestingDate: calendarDate('2021-06-30'),
  tranches: [{ number: '1', investmentDate: calendarDate('2020-06-30'), investedAmount: decimal('100.00') }],
});

describe('vesting over several sources', () => {
  it('adds up the money and has no percentage of them together', () => {
    const { analyses, totals } = vestingOfSources([source('1000.00'), source('200.00')])._unsafeUnwrap();
    expect(analyses).toHaveLength(2);
    expect([totals.originalCarryAmount, totals.vestedCarryAmount, totals.forfeitedCarryAmount].map(moneyText)).toEqual([
      '120.00',
      '30.00',
      '90.00',
    ]);
    expect(totals.weightedVestedEffectiveAllocationPercentage).toBeNull();
  });

  it('keeps the percentages of one', () => {
    const { totals } = vestingOfSources([source('1000.00')])._unsafeUnwrap();
    expect(numberText(totals.weightedVestedEffectiveAllocationPercentage ?? decimal('0'))).toBe('2.5');
  });

  it('explains a sum over the sources, of their tranches, down to the schedule', () => {
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

  it('of none is nothing', () => {
    expect(moneyText(vestingOfSources([])._unsafeUnwrap().totals.originalCarryAmount)).toBe('0.00');
  });

  it('names the source that cannot be analysed', () => {
    const refused = vestingOfSources([source('1.00'), { ...source('1.00'), tranches: [] }])._unsafeUnwrapErr();
    expect(refused).toMatchObject([{ code: 'NO_TRANCHES', path: [1, 'tranches'] }]);
  });
});
