import { expect, it } from 'vitest';
import { sortedRows } from './useSortedRows.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Name' },
  { field: 'status', kind: 'status', title: 'Status' },
  { field: 'amount', kind: 'money', title: 'Amount' },
] as const;
const row = (name: string, amount: string | null, currency: string | null, status = 'Draft') => ({
  name,
  amount,
  currency,
  status: { code: status, description: status },
});
const rows = [
  row('Oak', '9.00', 'USD'),
  row('Ash', '10.00', 'USD', 'Approved'),
  row('Elm', null, null),
  row('Fir', '8.00', 'EUR'),
  row('Ash', '9.00', 'USD'),
];
const namesBy = (field: string, ascending: boolean) =>
  sortedRows(rows, columns, { field, ascending, baseCurrency: 'USD' }).map(
    ({ name, amount }) => `${name} ${amount ?? '-'}`,
  );

it('sorts amounts as numbers within their currency, the base currency first, with missing ones last', () => {
  expect(namesBy('amount', true)).toEqual(['Oak 9.00', 'Ash 9.00', 'Ash 10.00', 'Fir 8.00', 'Elm -']);
  expect(namesBy('amount', false)).toEqual(['Ash 10.00', 'Oak 9.00', 'Ash 9.00', 'Fir 8.00', 'Elm -']);
});

it('preserves the order of equal values', () => {
  expect(namesBy('name', true)).toEqual(['Ash 10.00', 'Ash 9.00', 'Elm -', 'Fir 8.00', 'Oak 9.00']);
  expect(namesBy('status', true)[0]).toBe('Ash 10.00');
  expect(namesBy('status', false)).toEqual(['Oak 9.00', 'Elm -', 'Fir 8.00', 'Ash 9.00', 'Ash 10.00']);
});
