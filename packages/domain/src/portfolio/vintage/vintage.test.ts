import { expect, it } from 'vitest';
import { decideVintage } from './index.ts';

it('a vintage ends on or after its start, and stays with its fund while it is in use', () => {
  const codes = (facts: Partial<Parameters<typeof decideVintage>[0]>) =>
    decideVintage({ startDate: null, endDate: null, isMovedInUse: false, ...facts }).map(({ code }) => code);
  expect(codes({})).toEqual([]);
  expect(codes({ startDate: '2020-01-01', endDate: '2020-01-01' })).toEqual([]);
  expect(codes({ startDate: '2020-01-02', endDate: '2020-01-01' })).toEqual(['DATES_REVERSED']);
  expect(codes({ isMovedInUse: true })).toEqual(['VINTAGE_IN_USE']);
});
