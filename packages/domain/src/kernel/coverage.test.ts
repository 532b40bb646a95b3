import { describe, expect, it } from 'vitest';
import { calendarDate, coveredSum, decimal } from './index.ts';

describe('a covered sum', () => {
  const day = calendarDate('2025-09-30');
  const named = ({ name }: { readonly name: string }) => ({
    id: name,
    name,
    reason: `${name} is late.`,
    lastDate: day,
    carriedFrom: name === 'Fund 3' ? day : null,
  });
  const sum = (...amounts: readonly (string | null)[]) =>
    coveredSum(
      amounts.map((amount, at) => ({ name: `Fund ${at + 1}`, amount })),
      ({ amount }) => (amount === null ? null : decimal(amount)),
      named,
    );

  it('adds up the determined parts, names the others, and names those with an earlier value', () => {
    const { value, coverage } = sum('10.25', null, '4.75');
    expect(value?.toFixed(2)).toBe('15.00');
    expect(coverage).toEqual({
      included: 2,
      total: 3,
      excluded: [{ id: 'Fund 2', name: 'Fund 2', reason: 'Fund 2 is late.', lastDate: day }],
      carried: [{ id: 'Fund 3', name: 'Fund 3', lastDate: day }],
    });
  });

  it('has no value if no part is determined', () => {
    expect(sum(null, null)).toMatchObject({ value: null, coverage: { included: 0, total: 2 } });
  });

  it('is zero without parts', () => {
    expect(sum().value?.isZero()).toBe(true);
  });
});
