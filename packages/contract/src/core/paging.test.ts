import { expect, it } from 'vitest';
import { pageRequest } from './paging.ts';

const page = pageRequest({ pageSize: 25, sortColumn: 'name', sortAsc: true }, ['name']);

it.each(['1e3', '0x10', '', ' 5', '1.0', '-1', '0', '1001'])('refuses the page size ‘%s’', (pageSize) => {
  expect(page.safeParse({ pageSize }).error?.issues.map(({ message }) => message)).toEqual([
    'must be a whole number from 1 to 1000',
  ]);
});

it('accepts digits, numbers and nothing', () => {
  expect([page.parse({ pageSize: '50', startPage: 2 }), page.parse({})]).toMatchObject([
    { pageSize: 50, startPage: 2 },
    { pageSize: 25, startPage: 1 },
  ]);
});
