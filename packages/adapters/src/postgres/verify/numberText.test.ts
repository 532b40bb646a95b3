import { expect, it } from 'vitest';
import { numberText } from './numberText.ts';

it('numbers have separators, two decimals or those they need, and their currency', () => {
  expect(numberText('61200000.0000000000', 'EUR')).toBe('61,200,000.00 EUR');
  expect(numberText('-1234.50')).toBe('-1,234.50');
  expect(numberText('80.8712000000')).toBe('80.8712');
  expect(numberText('3.1')).toBe('3.1');
  expect(numberText('999.05')).toBe('999.05');
  expect(['2026', '2026-06-30', 'Forged 1.50'].map((text) => numberText(text, 'EUR'))).toEqual([
    '2026',
    '2026-06-30',
    'Forged 1.50',
  ]);
});
