import { expect, it } from 'vitest';
import { listCurrencies } from './useCurrencyChoice.tsx';

it("starts with the firm's base currency, then the others by code", () => {
  const rows = ['GBP', 'GBP', 'GBP', 'EUR', null, 'USD'].map((currency) => ({ currency }));
  expect(listCurrencies(rows, 'USD')).toEqual(['USD', 'EUR', 'GBP', '']);
  const runs = ['Approved, USD', 'Disbursed, USD'].map((currency) => ({ currency }));
  expect(listCurrencies(runs, 'USD')).toEqual(['Disbursed, USD', 'Approved, USD']);
  const inStates = ['Draft, EUR', 'Draft, USD', 'Disbursed, USD'].map((currency) => ({ currency }));
  expect(listCurrencies(inStates, 'USD')).toEqual(['Disbursed, USD', 'Draft, USD', 'Draft, EUR']);
  expect(listCurrencies(rows, 'CHF')).toEqual(['EUR', 'GBP', 'USD', '']);
});
