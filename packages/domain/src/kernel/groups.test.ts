import { expect, it } from 'vitest';
import { groupBy } from './groups.ts';

it('groups and their elements keep the order of the list', () => {
  const groups = groupBy(['bond', 'call', 'bill', 'cash'], (word) => word.charAt(0));
  expect([...groups]).toEqual([
    ['b', ['bond', 'bill']],
    ['c', ['call', 'cash']],
  ]);
});
