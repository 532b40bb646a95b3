import { describe, expect, it } from 'vitest';
import { compareSizes, decimal, percentTotal, runningSum, sumOfMoney } from './index.ts';

describe('sums of texts', () => {
  it('are exact', () => {
    expect(sumOfMoney(['0.10', '0.20', '-0.05'])).toBe('0.25');
    expect(sumOfMoney([])).toBe('0.00');
    const sum = runningSum();
    for (const figure of ['99999999999999999999.01', '0.02', '1']) sum.add(figure);
    expect(sum.text()).toBe('100000000000000000000.03');
  });

  it('are ordered by size, whatever their sign, missing ones last', () => {
    expect([null, '0.00', '9.00', '-10.00'].toSorted(compareSizes)).toEqual(['-10.00', '9.00', '0.00', null]);
  });

  it('of percentages report whether they are 100 to the last decimal', () => {
    expect(percentTotal(['33.3333333333', '66.6666666667', null])).toEqual({ text: '100', isHundred: true });
    expect(percentTotal([decimal('33.3333333333'), '66.6666666666'])).toEqual({
      text: '99.9999999999',
      isHundred: false,
    });
  });
});
