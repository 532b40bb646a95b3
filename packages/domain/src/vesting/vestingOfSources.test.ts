import { describe, expect, it } from 'vitest';
import { calendarDate, decimal, moneyText, numberText } from '../kernel/index.ts';
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

  it('of none is nothing', () => {
    expect(moneyText(vestingOfSources([])._unsafeUnwrap().totals.originalCarryAmount)).toBe('0.00');
  });

  it('names the source that cannot be analysed', () => {
    const refused = vestingOfSources([source('1.00'), { ...source('1.00'), tranches: [] }])._unsafeUnwrapErr();
    expect(refused).toMatchObject([{ code: 'NO_TRANCHES', path: [1, 'tranches'] }]);
  });
});
