import { expect, it } from 'vitest';
import { currenciesOf } from './useCurrencyChoice.tsx';

it("starts with the firm's base currency, then the others by code", () => {
  const rows = ['GBP', 'GBP', 'GBP', 'EUR', null, 'USD'].map((currency) => ({ currency }));
  expect(currenciesOf(rows, 'USD')).toEqual(['USD', 'EUR', 'GBP', '']);
  const runs = ['Approved, USD', 'Disbursed, USD'].map((currency) => ({ currency }));
  expect(currenciesOf(runs, 'USD')).toEqual(['Disbursed, USD', 'Approved, USD']);
  const inStates = ['Draft, EUR', 'Draft, USD', 'Disbursed, USD'].map((currency) => ({ currency }));
  expect(currenciesOf(inStates, 'USD')).toEqual(['Disbursed, USD', 'Draft, USD', 'Draft, EUR']);
  expect(currenciesOf(rows, 'CHF')).toEqual(['EUR', 'GBP', 'USD', '']);
});
