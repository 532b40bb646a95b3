import { expect, it } from 'vitest';
import { print } from '../pdf/print.ts';
import { cellValue } from './cells.ts';

it('prints a year without a thousands separator, and as a number in spreadsheets', () => {
  expect([print('year', 2019), cellValue('year', 2019), print('year', null)]).toEqual(['2019', 2019, '\u2013']);
});

it('prints each amount with its currency', () => {
  const value = [
    { currency: 'EUR', amount: '-1200.00' },
    { currency: null, amount: '3.50' },
  ];
  expect([print('amounts', value), print('amounts', [])]).toEqual(['EUR (1,200.00), 3.50', '\u2013']);
});
