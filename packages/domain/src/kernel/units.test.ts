import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Decimal,
  decimal,
  divideRounded,
  fromCents,
  fromUnits,
  numberText,
  toCents,
  toSmallUnits,
  toUnits,
} from './index.ts';

describe('whole units', () => {
  it('of an amount are its cents', () => {
    expect(toCents(decimal('12.5'))).toBe(1250n);
    expect(toCents(decimal('-0.01'))).toBe(-1n);
    expect(toCents(decimal('0'))).toBe(0n);
    expect(toCents(decimal('-0'))).toBe(0n);
    expect(toCents(decimal('12345678901234567890.12'))).toBe(1234567890123456789012n);
    expect(numberText(fromCents(-1250n))).toBe('-12.5');
    expect(numberText(fromCents(1234567890123456789012n))).toBe('12345678901234567890.12');
    expect(numberText(fromUnits(-(10n ** 16n), 0))).toBe(`-1${'0'.repeat(16)}`);
    expect(fromCents(0n).isNegative()).toBe(false);
  });

  it('are refused for a value finer than the unit', () => {
    for (const fine of ['0.001', '0.00000001', '1234567890123456.123', '12345678.1234567']) {
      expect(() => toCents(decimal(fine))).toThrow(RangeError);
    }
    expect(() => toCents(new Decimal('NaN'))).toThrow();
    expect(() => toCents(new Decimal('Infinity'))).toThrow();
  });

  it('fit a double if they report so', () => {
    expect(toSmallUnits(decimal('99999999999999.99'), 2)).toBeUndefined();
    expect(toSmallUnits(decimal('9999999999999.99'), 2)).toBe(999999999999999);
    expect(toSmallUnits(decimal('33.3333333333'), 10)).toBe(333333333333);
    expect(toSmallUnits(decimal('0.00000000001'), 10)).toBeUndefined();
    expect(toSmallUnits(decimal('1e-400'), 2)).toBeUndefined();
    expect(toSmallUnits(decimal(10n ** 30n), 2)).toBeUndefined();
    expect(toSmallUnits(decimal(1).div(3), 2)).toBeUndefined();
    expect(toSmallUnits(new Decimal('NaN'), 2)).toBeUndefined();
    expect(toUnits(decimal('12.5'), 10)).toBe(125000000000n);
    expect(toUnits(decimal('0.0000001'), 7)).toBe(1n);
  });

  it('are divided with halves rounded away from zero', () => {
    const quotients = [5n, 4n, -5n, -4n, 15n, 0n].map((numerator) => divideRounded(numerator, 10n));
    expect(quotients).toEqual([1n, 0n, -1n, 0n, 2n, 0n]);
  });

  it('convert back exactly, for every size, sign and scale', () => {
    const middling = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
    const small = fc.bigInt({ min: -1000n, max: 1000n });
    const sizes = fc.oneof(fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }), middling, small);
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 12 }), (units, scale) => {
        const value = fromUnits(units, scale);
        expect(value.eq(decimal(units).div(decimal(10).pow(scale)))).toBe(true);
        expect(toUnits(value, scale)).toBe(units);
      }),
      { numRuns: 1000 },
    );
  });
});
