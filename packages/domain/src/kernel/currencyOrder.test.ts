import { expect, it } from 'vitest';
import { currencyOrder } from './currencyOrder.ts';

it('sorts the base currency first, the others by code, and no currency last', () => {
  expect(['USD', null, 'GBP', 'EUR', 'CHF'].toSorted(currencyOrder('GBP'))).toEqual(['GBP', 'CHF', 'EUR', 'USD', null]);
  expect(['USD', '', 'EUR'].toSorted(currencyOrder(undefined))).toEqual(['EUR', 'USD', '']);
});
