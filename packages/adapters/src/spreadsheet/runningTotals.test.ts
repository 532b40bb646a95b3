import { expect, it } from 'vitest';
import { runningTotals, totalRows } from './runningTotals.ts';

const rows = (...args: Parameters<typeof totalRows>) =>
  totalRows(...args).map(({ label, values, isWhole }) => [label, Object.fromEntries(values), isWhole]);
const summed = [
  { field: 'gross', total: '250.00' },
  { field: 'people', total: '3' },
];

it('has one row of totals for a single currency', () => {
  expect(rows(summed, [{ field: 'gross', total: '250.00', currency: 'USD' }])).toEqual([
    ['Total', { gross: '250.00', people: '3' }, true],
  ]);
});

it('has a row for each currency, and never their sum', () => {
  const displayed = [
    { field: 'gross', total: '100.00', currency: 'EUR' },
    { field: 'gross', total: '150.00', currency: 'USD' },
  ];
  expect(rows(summed, displayed)).toEqual([
    ['Total', { people: '3' }, true],
    ['Total EUR', { gross: '100.00' }, false],
    ['Total USD', { gross: '150.00' }, false],
  ]);
});

it('leaves out a total that applies to no row, and keeps an undetermined one', () => {
  const coverage = { included: 0, total: 1, excluded: [], carried: [] };
  const applied = [{ field: 'gross', total: null, currency: 'USD', coverage }];
  expect(rows(summed, applied)).toEqual([['Total', { gross: null, people: '3' }, true]]);
  expect(rows(summed, [{ field: 'gross', total: null, currency: 'USD' }])).toEqual([['Total', { people: '3' }, true]]);
});

it('counts a reversed distribution, which its reversal offsets', () => {
  const sums = runningTotals([{ field: 'gross', kind: 'money', title: 'Gross', total: 'disbursed' }]);
  sums.add({ distributionStatus: 'Disbursed · reversed', gross: '100.00' });
  sums.add({ distributionStatus: 'Disbursed', gross: '-100.00' });
  sums.add({ distributionStatus: 'Draft', gross: '7.00' });
  expect(sums.totals()).toEqual([{ field: 'gross', total: '0' }]);
});
