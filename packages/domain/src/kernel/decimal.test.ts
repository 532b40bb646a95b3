import { Decimal as AnyDecimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { Decimal, decimal, hundred, unit, zero } from './index.ts';

describe('decimals', () => {
  it("keep 40 digits, unlike doubles and the library's default", () => {
    expect(decimal('0.1').plus('0.2').toString()).toBe('0.3');
    expect(unit.div(3).toString()).toBe(`0.${'3'.repeat(40)}`);
    expect(AnyDecimal.precision).toBe(20);
  });

  it('never print an exponent', () => {
    expect(decimal('0.000000000001').toString()).toBe('0.000000000001');
    expect(decimal('10').pow(30).toString()).toBe(`1${'0'.repeat(30)}`);
  });

  it('accept trusted values and throw on anything that is not a number', () => {
    expect(decimal(7n).plus(decimal(3)).eq(10)).toBe(true);
    expect(hundred.plus(zero).toString()).toBe('100');
    for (const nonsense of ['', 'abc', Number.NaN, Number.POSITIVE_INFINITY, 'Infinity']) {
      expect(() => decimal(nonsense)).toThrow();
    }
    expect(Decimal.isDecimal(zero)).toBe(true);
  });
});
