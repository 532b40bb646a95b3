import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimal, fromCents, fromUnits, moneyText, sumOfMoney } from '../../kernel/index.ts';
import { originalShares } from './originalShares.ts';

const texts = (carry: string, ...effectives: readonly string[]) =>
  originalShares(decimal(carry), effectives.map(decimal))?.map(moneyText);

it('add up to the carry when parts rounded one by one would exceed it by a cent', () => {
  expect(texts('0.05', '50', '50')).toEqual(['0.03', '0.02']);
  expect(texts('100', '33.3333333333', '33.3333333333', '33.3333333334')).toEqual(['33.33', '33.33', '33.34']);
});

it('leave the unallocated part of the profile unallocated', () => {
  expect(texts('1000', '10', '5')).toEqual(['100.00', '50.00']);
  expect(texts('-1000', '10', '5')).toEqual(['-100.00', '-50.00']);
});

it('are empty or zero for a profile without any percentage', () => {
  expect(texts('1000', '60', '60')).toBeUndefined();
  expect(texts('1000')).toBeUndefined();
  expect(texts('1000', '0', '0')).toEqual(['0.00', '0.00']);
});

it('add up to the whole carry for any amount and any complete profile', () =>
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 14n }),
      fc.array(fc.bigInt({ min: 1n, max: 10n ** 10n }), { minLength: 1, maxLength: 30 }),
      (cents, parts) => {
        const whole = 10n ** 12n;
        const rest = whole - parts.reduce((sum, part) => sum + part, 0n);
        const effectives = [...parts, rest].map((part) => fromUnits(part, 10));
        const carry = fromCents(cents);
        expect(sumOfMoney((originalShares(carry, effectives) ?? []).map(moneyText))).toBe(moneyText(carry));
      },
    ),
  ));
