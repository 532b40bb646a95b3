import { expect, it } from 'vitest';
import { parseDecimalText } from './parseDecimalText.ts';

it.each([
  ['1,234.50', '1234.5'],
  ['$ 12', '12'],
  ['(1,250.55)', '-1250.55'],
  ['−40', '-40'],
  ['12.5 %', '12.5'],
  ['1.85x', '1.85'],
  ['007', '7'],
  ['.5', '0.5'],
  ['(0.00)', '0'],
  ['', null],
  ['–', null],
])('%s is read as %s', (typed, value) => expect(parseDecimalText(typed, 2)).toBe(value));

it.each([
  ['1e5', 'is not a number'],
  ['NaN', 'is not a number'],
  ['1.2.3', 'is not a number'],
  ['12.345', 'has more than 2 decimals'],
  ['123456789012345678901', 'is too large'],
])('%s is refused: %s', (typed, refused) => expect(parseDecimalText(typed, 2)).toEqual({ refused }));

it('a negative number is refused where there can be none', () =>
  expect(parseDecimalText('-1', 2, false)).toEqual({ refused: 'must not be negative' }));
it('a whole number has no decimals', () =>
  expect(parseDecimalText('1.5', 0)).toEqual({ refused: 'must be a whole number' }));
