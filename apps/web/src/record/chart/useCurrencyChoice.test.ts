import { expect, it } from 'vitest';
import { currenciesOf } from './useCurrencyChoice.tsx';

it("starts with the firm's base currency, then the currency of most rows", () => {
  const rows = ['EUR', 'EUR', 'EUR', 'GBP', 'GBP', 'USD', null].map((currency) => ({ currency }));
  expect(currenciesOf(rows, 'USD')).toEqual(['USD', 'EUR', 'GBP', '']);
  const inStates = ['Draft, EUR', 'Draft, EUR', 'Disbursed, USD'].map((currency) => ({ currency }));
  expect(currenciesOf(inStates, 'USD')).toEqual(['Disbursed, USD', 'Draft, EUR']);
  expect(currenciesOf(rows, 'CHF')).toEqual(['EUR', 'GBP', 'USD', '']);
});
