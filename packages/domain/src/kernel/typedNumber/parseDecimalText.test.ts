import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDecimalText } from './parseDecimalText.ts';

it.each([
  ['1,234.50', '1234.5'],
  ['1,234,567', '1234567'],
  ['12,345', '12345'],
  ['1 234 567.5', '1234567.5'],
  ['1\u00a0234', '1234'],
  ['$ 12', '12'],
  ['12 €', '12'],
  ['-$1,250', '-1250'],
  ['$-5', '-5'],
  ['(1,250.55)', '-1250.55'],
  ['($ 1,250.55)', '-1250.55'],
  ['−40', '-40'],
  ['40-', '-40'],
  ['+7', '7'],
  ['12.5 %', '12.5'],
  ['1.85x', '1.85'],
  ['007', '7'],
  ['.5', '0.5'],
  ['12.', '12'],
  ['(0.00)', '0'],
  ['', null],
  ['–', null],
])('%s is read as %s', (typed, value) => expect(parseDecimalText(typed, 2)).toBe(value));

describe('a comma that does not group thousands is refused, never dropped', () => {
  it.each([
    '1,5',
    '0,50',
    '12,5',
    '0,500',
    '0,125',
    '1,23',
    '12,34,567',
    '1234,567',
    '1,234,5',
    '1.234,50',
    '1,,234',
    ',5',
    '5,',
  ])('%s', (typed) =>
    expect(parseDecimalText(typed, 10)).toEqual({
      refused: 'is not a number. Use commas for thousands (1,234) and a point for decimals (1.5)',
    }),
  );
});

it.each([
  ['1e5', 'is not a number'],
  ['NaN', 'is not a number'],
  ['1.2.3', 'is not a number'],
  ['1 5', 'is not a number'],
  ['1 234,567', 'is not a number. Use commas for thousands (1,234) and a point for decimals (1.5)'],
  ['1$2', 'is not a number'],
  ['5%%', 'is not a number'],
  ['12.345', 'has more than 2 decimals'],
  ['123456789012345678901', 'is too large'],
  ['1'.repeat(200_000), 'is too large'],
])('%.40s is refused: %s', (typed, refused) => expect(parseDecimalText(typed, 2)).toEqual({ refused }));

it('an amount has no more digits than every sum and file can hold exactly, ignoring blanks and zeros', () => {
  expect(parseDecimalText('9,999,999,999,999.99', 2, true, 'amount')).toBe('9999999999999.99');
  expect(parseDecimalText('00010000000000', 2, true, 'amount')).toBe('10000000000');
  const refused = 'is too large. An amount can have at most 13 digits before the decimal point';
  expect(parseDecimalText('(10,000,000,000,000.00)', 2, true, 'amount')).toEqual({ refused });
  expect(parseDecimalText('10000000000000', 2)).toBe('10000000000000');
});

describe('a sign that the field does not allow', () => {
  it.each([
    ['5%', 'amount', 'can’t have a percent sign'],
    ['1.5 x', 'amount', 'can’t have the multiple sign x'],
    ['$5', 'percentage', 'can’t have a currency sign'],
    ['5 €', 'multiple', 'can’t have a currency sign'],
    ['5%', 'multiple', 'can’t have a percent sign'],
  ] as const)('%s as %s is refused', (typed, unit, refused) =>
    expect(parseDecimalText(typed, 10, true, unit)).toEqual({ refused }),
  );
  it.each([
    ['5%', 'percentage'],
    ['$5', 'amount'],
    ['5x', 'multiple'],
    ['5', 'amount'],
  ] as const)('%s as %s is read', (typed, unit) => expect(parseDecimalText(typed, 10, true, unit)).toBe('5'));
});

it('a negative number is refused where none can occur', () =>
  expect(parseDecimalText('-1', 2, false)).toEqual({ refused: 'can’t be negative' }));
it('a whole number has no decimals', () =>
  expect(parseDecimalText('1.5', 0)).toEqual({ refused: 'must be a whole number' }));

describe('for every number', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 18n });
  const textOf = (value: bigint) => {
    const digits = value.toString().padStart(3, '0');
    return [digits.slice(0, -2), digits.slice(-2)] as const;
  };
  it('a number displayed with thousands separators parses back to itself', () =>
    fc.assert(
      fc.property(cents, (value) => {
        const [whole, fraction] = textOf(value);
        const displayed = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
        expect(parseDecimalText(displayed, 2)).toBe(parseDecimalText(`${whole}.${fraction}`, 2));
      }),
    ));
  it('a decimal comma before one, two or four digits is never parsed as a larger number', () =>
    fc.assert(
      fc.property(cents, (value) => {
        const [whole, fraction] = textOf(value);
        expect(parseDecimalText(`${whole},${fraction}`, 2)).toHaveProperty('refused');
        expect(parseDecimalText(`${whole},${fraction[0] ?? ''}`, 2)).toHaveProperty('refused');
        expect(parseDecimalText(`${whole},${fraction}${fraction}`, 2)).toHaveProperty('refused');
      }),
    ));
});
