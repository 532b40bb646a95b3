import { describe, expect, it } from 'vitest';
import { formatDecimal, plainDecimal } from './formatDecimal.ts';

describe('a formatted decimal [U-T-113]', () => {
  it.each([
    ['49590981.21', 2, '49,590,981.21'],
    ['0', 2, '0.00'],
    ['-940.45', 2, '(940.45)'],
    ['-0.001', 2, '0.00'],
    ['999.995', 2, '1,000.00'],
    ['-0.005', 2, '(0.01)'],
    ['0.00004', 4, '0.0000'],
    ['21.7306', 4, '21.7306'],
    ['12345678901234567890.12', 2, '12,345,678,901,234,567,890.12'],
    ['007', 0, '7'],
    ['99.5', 0, '100'],
    [null, 2, '–'],
    ['', 2, '–'],
    ['n/a', 2, 'n/a'],
  ])('%s with %i decimals is %s', (text, decimals, displayed) => {
    expect(formatDecimal(text, decimals)).toBe(displayed);
  });

  it('has a suffix inside the parentheses [U-C-165 U-P-108]', () =>
    expect(formatDecimal('-1.849', 2, 'x')).toBe('(1.85x)'));
});

describe('a decimal for editing', () => {
  it.each([
    ['12.50', '12.5'],
    ['-0.00', '0'],
    ['-12.00', '-12'],
    ['1200', '1200'],
  ])('%s becomes %s', (text, plain) => expect(plainDecimal(text)).toBe(plain));
});
