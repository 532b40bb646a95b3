import { expect, it } from 'vitest';
import { matchesSearch, displayedType } from './referenceShape.ts';

const entry = {
  id: '1',
  rowVersion: 1,
  code: 'US',
  description: 'United States',
  symbol: null,
  subType: null,
  displayOrder: 0,
  isInactive: false,
};

it.each([
  ['', true],
  ['united', true],
  ['"United States"', true],
  ['"united"', false],
  ['"us"', true],
  ['france', false],
])('searching %s', (search, found) => expect(matchesSearch(entry, search)).toBe(found));

it('starts with the countries [U-T-018]', () => {
  expect([displayedType(undefined), displayedType('no-such-type'), displayedType('office')]).toEqual([
    'country',
    'country',
    'office',
  ]);
});
