import { expect, it } from 'vitest';
import { amountSources, columnsByCurrency, rowByCurrency, rowCurrencies } from './currencyColumns.ts';

it('keeps an amount of an unknown currency in a column of its own, after the others', () => {
  const columns = [{ field: 'carry', kind: 'money', title: 'Carry', amountsIn: 'amounts' }] as const;
  const sources = amountSources(columns);
  const amounts = [
    { currency: null, amount: '3.00' },
    { currency: 'USD', amount: '7.00' },
  ];
  const split = columnsByCurrency(columns, rowCurrencies({ amounts }, sources));
  expect(split.map(({ title }) => title)).toEqual(['Carry USD', 'Carry']);
  const row = rowByCurrency({ amounts }, sources);
  expect(split.map(({ field }) => row[field])).toEqual(['7.00', '3.00']);
});
