import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, fromCents, moneyText, numberText, toSmallUnits } from '../index.ts';
import {
  add,
  centsOfText,
  toFraction,
  negate,
  applyFraction,
  percentOfUnits,
  splitCents,
  subtract,
  sumWhole,
  toWhole,
} from './index.ts';
import { caseCount } from '../../testing/index.ts';

const runs = { numRuns: caseCount({ quick: 400, all: 2000 }) };
const edge = BigInt(Number.MAX_SAFE_INTEGER);
const wholeNumber = fc.oneof(
  fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }),
  fc.bigInt({ min: edge - 5n, max: edge + 5n }),
  fc.bigInt({ min: -edge - 5n, max: -edge + 5n }),
  fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  fc.bigInt({ min: -1000n, max: 1000n }),
);

describe('whole numbers', () => {
  it('are read from stored money exactly, without a minus zero', () => {
    fc.assert(
      fc.property(wholeNumber, (cents) => {
        expect(centsOfText(moneyText(fromCents(cents)))).toBe(toWhole(cents));
      }),
      runs,
    );
    expect(centsOfText('-0.00')).toBe(0);
  });

  it('add, subtract and negate exactly, as doubles if they fit', () => {
    fc.assert(
      fc.property(wholeNumber, wholeNumber, (a, b) => {
        expect(add(toWhole(a), toWhole(b))).toBe(toWhole(a + b));
        expect(subtract(toWhole(a), toWhole(b))).toBe(toWhole(a - b));
        expect(negate(toWhole(a))).toBe(toWhole(-a));
        expect(sumWhole([toWhole(a), toWhole(b), toWhole(a)])).toBe(toWhole(a + b + a));
      }),
      runs,
    );
    expect(Object.is(negate(0), 0)).toBe(true);
  });
});

describe('a part of an amount', () => {
  const part = (amount: number, percent: string) => applyFraction(amount, toFraction(decimal(percent)));

  it('is rounded to the cent, halves away from zero', () => {
    expect(part(5, '10')).toBe(1);
    expect(part(4, '10')).toBe(0);
    expect(part(-5, '10')).toBe(-1);
    expect(Object.is(part(-4, '10'), 0)).toBe(true);
    expect(part(100, '0.5')).toBe(1);
    expect(part(100, '0.4999999999')).toBe(0);
  });

  it('is exact on a half that doubles cannot represent', () => {
    expect(part(9_007_199_254_740_951, '50')).toBe(4_503_599_627_370_476);
    expect(part(2_000_000_000_000_001, '99.9999999999')).toBe(1_999_999_999_998_001);
  });

  it('equals the exact rounding, for every size and percentage', () => {
    const percents = fc.oneof(
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.integer({ min: 0, max: 1000 }).map((tenths) => BigInt(tenths) * 10n ** 9n),
    );
    fc.assert(
      fc.property(wholeNumber, percents, (amount, units) => {
        const size = amount < 0n ? -amount : amount;
        const product = size * units;
        const floor = product / 10n ** 12n;
        const exact = (product % 10n ** 12n) * 2n >= 10n ** 12n ? floor + 1n : floor;
        const percent = percentOfUnits(Number(units));
        expect(applyFraction(toWhole(amount), toFraction(percent))).toBe(toWhole(amount < 0n ? -exact : exact));
      }),
      runs,
    );
  });

  it('is decided exactly close to a half', () => {
    // amount x percent = k + 1/2 + a tiny amount, constructed backwards from the half.
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), fc.integer({ min: -3, max: 3 }), (k, trifle) => {
        const amount = 2n * 10n ** 12n + BigInt(trifle);
        const units = BigInt(k) % 10n ** 12n;
        const product = amount * units;
        const floor = product / 10n ** 12n;
        const exact = (product % 10n ** 12n) * 2n >= 10n ** 12n ? floor + 1n : floor;
        expect(applyFraction(toWhole(amount), { numerator: Number(units), denominator: 1e12 })).toBe(toWhole(exact));
      }),
      runs,
    );
  });
});

describe('a percentage in units of its tenth decimal', () => {
  it('converts there and back', () => {
    for (const text of ['0', '100', '12.5', '0.0000000001', '99.9999999999']) {
      expect(numberText(percentOfUnits(toSmallUnits(decimal(text), 10)!))).toBe(text);
    }
  });
});

describe('splitting cents', () => {
  it('works for amounts beyond doubles and for zero', () => {
    expect(Array.from(splitCents(0, [0, 0]))).toEqual([0, 0]);
    expect(Array.from(splitCents(5, [3, 7]))).toEqual([2, 3]);
    expect(Array.from(splitCents(-5, [3, 7]))).toEqual([-2, -3]);
    expect(Array.from(splitCents(10n ** 20n + 1n, [1, 1]))).toEqual([5n * 10n ** 19n + 1n, 5n * 10n ** 19n]);
    expect(Array.from(splitCents(3, [10n ** 20n, 2n * 10n ** 20n]))).toEqual([1, 2]);
    expect(() => splitCents(1, [0, 0])).toThrow(RangeError);
  });
});
