import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decimal,
  fail,
  isPercentOf,
  moneyText,
  numberText,
  parseDecimal,
  parseMoney,
  roundMoney,
  spokenMoney,
  roundPercent,
  roundTo,
  significantText,
} from './index.ts';

const read = (input: unknown) => parseDecimal(input, ['amount']).map((value) => value.toString());
const refusal = (input: unknown) => parseDecimal(input, ['amount'])._unsafeUnwrapErr().code;

describe('numbers from input', () => {
  it('are plain decimal strings or short JSON numbers', () => {
    expect(read('12.50')._unsafeUnwrap()).toBe('12.5');
    expect(read('-0.000000000001')._unsafeUnwrap()).toBe('-0.000000000001');
    expect(read('12345678901234567890')._unsafeUnwrap()).toBe('12345678901234567890');
    expect(read('0007')._unsafeUnwrap()).toBe('7');
    expect(read(0.1)._unsafeUnwrap()).toBe('0.1');
    expect(read(1e-7)._unsafeUnwrap()).toBe('0.0000001');
    expect(read(123456789012345)._unsafeUnwrap()).toBe('123456789012345');
  });

  it('are never minus zero', () => {
    expect(parseDecimal('-0.00', [])._unsafeUnwrap().isNegative()).toBe(false);
    expect(parseDecimal(-0, [])._unsafeUnwrap().isNegative()).toBe(false);
  });

  it('are refused with a code for the reason', () => {
    const notPlain = [
      '',
      ' 1',
      '1 ',
      '1,000',
      '+1',
      '.5',
      '5.',
      '1e3',
      '0x10',
      'NaN',
      'Infinity',
      '--1',
      '١',
      '1'.repeat(99),
    ];
    const notNumbers = [null, undefined, true, {}, [], 1n, Number.NaN, Number.POSITIVE_INFINITY];
    for (const input of [...notPlain, ...notNumbers]) expect(refusal(input)).toBe('NUMBER_FORMAT');
    expect(refusal('123456789012345678901')).toBe('NUMBER_TOO_LONG');
    expect(refusal(1e22)).toBe('NUMBER_TOO_LONG');
    expect(refusal('0.0000000000001')).toBe('NUMBER_TOO_FINE');
    expect(refusal(1e-13)).toBe('NUMBER_TOO_FINE');
    expect(refusal(0.1 + 0.2)).toBe('NUMBER_NOT_EXACT');
  });

  it('name their path', () => {
    expect(parseDecimal('x', ['sources', 0, 'net'])._unsafeUnwrapErr().path).toEqual(['sources', 0, 'net']);
    expect(fail('NUMBER_FORMAT', ['a'], 'why')).toEqual({ code: 'NUMBER_FORMAT', path: ['a'], detail: 'why' });
  });

  it('of money are refused, not rounded, if finer than a cent', () => {
    expect(parseMoney('12.50', [])._unsafeUnwrap().toString()).toBe('12.5');
    expect(parseMoney('12.500', [])._unsafeUnwrap().toString()).toBe('12.5');
    expect(parseMoney('12.505', [])._unsafeUnwrapErr().code).toBe('MONEY_SCALE');
    expect(parseMoney('twelve', [])._unsafeUnwrapErr().code).toBe('NUMBER_FORMAT');
  });
});

describe('rounding', () => {
  it('moves halves away from zero, on both sides', () => {
    expect(moneyText(roundMoney(decimal('0.005')))).toBe('0.01');
    expect(moneyText(roundMoney(decimal('-0.005')))).toBe('-0.01');
    expect(moneyText(roundMoney(decimal('2.675')))).toBe('2.68');
    expect(numberText(roundPercent(decimal('33.33333333335')))).toBe('33.3333333334');
    expect(numberText(roundTo(decimal('-1.5'), 0))).toBe('-2');
  });

  it('distinguishes a computed percentage from an entered amount', () => {
    const [whole, percent] = [decimal('-0.50'), decimal('25')];
    expect(['-0.13', '-0.12'].map((amount) => isPercentOf(decimal(amount), percent, whole))).toEqual([true, false]);
  });
});

describe('texts', () => {
  it('of money have two decimals and no minus zero', () => {
    expect(moneyText(decimal('12.5'))).toBe('12.50');
    expect(moneyText(decimal('-0.001'))).toBe('0.00');
    expect(moneyText(decimal('-0'))).toBe('0.00');
    expect(moneyText(decimal('-0.01'))).toBe('-0.01');
    expect(moneyText(decimal('1e20'))).toBe('100000000000000000000.00');
  });

  it('money prints the same as exact rounding to two decimals, for every size', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
        fc.integer({ min: 0, max: 6 }),
        (units, decimals) => {
          const value = decimal(`${units}e-${decimals}`);
          const text = value.toFixed(2, 4);
          expect(moneyText(value)).toBe(/^-0\.00$/.test(text) ? '0.00' : text);
        },
      ),
    );
  });

  it('of other numbers have no trailing zeros and no exponent', () => {
    expect(numberText(decimal('12.5000'))).toBe('12.5');
    expect(numberText(decimal('-0'))).toBe('0');
    expect(numberText(decimal('1e-12'))).toBe('0.000000000001');
  });

  it('of rates and multiples have at most 12 significant digits', () => {
    expect(significantText(decimal(1).div(3))).toBe('0.333333333333');
    expect(significantText(decimal('1234567890123.5'))).toBe('1234567890120');
    expect(significantText(decimal('1.5'))).toBe('1.5');
  });

  it('read back as the same number', () => {
    const digits = fc.tuple(fc.bigInt({ min: 1n - 10n ** 20n, max: 10n ** 20n - 1n }), fc.integer({ min: 0, max: 12 }));
    fc.assert(
      fc.property(digits, ([whole, fraction]) => {
        const value = decimal(whole).div(decimal(10).pow(fraction)).toDecimalPlaces(12);
        expect(read(numberText(value))._unsafeUnwrap()).toBe(numberText(value));
      }),
    );
  });
});

it('money in a sentence has thousands separators', () => {
  expect(['1234567', '-1234567.5', '999.99', '0'].map((amount) => spokenMoney(decimal(amount)))).toEqual([
    '1,234,567.00',
    '(1,234,567.50)',
    '999.99',
    '0.00',
  ]);
});
