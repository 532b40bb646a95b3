import { expect, it } from 'vitest';
import { substituteFailures, type Substitution } from './index.ts';

const named = (
  personId: string,
  substituteId: string,
  fromDate = '2026-12-01',
  toDate = '2026-12-10',
  id = `${personId} ${fromDate}`,
): Substitution => ({
  id,
  personId,
  substituteId,
  fromDate,
  toDate,
});
const candidates = new Set(['ann', 'bob', 'cid']);
const codes = (substitution: Substitution, ...others: Substitution[]) =>
  substituteFailures(substitution, others, candidates, '2026-11-30').map(({ code }) => code);

it('a substitute is another active user, for days that aren’t over', () => {
  expect(codes(named('ann', 'bob'))).toEqual([]);
  expect(codes(named('ann', 'bob', '2026-11-20', '2026-11-30'))).toEqual([]);
  expect(codes(named('ann', 'ann'))).toEqual(['SUBSTITUTE_SELF']);
  expect(codes(named('ann', 'zoe'))).toEqual(['NOT_AN_APPROVER_CANDIDATE']);
  expect(codes(named('ann', 'bob', '2026-12-02', '2026-12-01'))).toEqual(['DATES_REVERSED']);
  expect(codes(named('ann', 'bob', '2026-11-20', '2026-11-29'))).toEqual(['ENDS_BEFORE_TODAY']);
});

it('a person has one substitute a day', () => {
  const first = named('ann', 'bob');
  expect(codes(named('ann', 'cid', '2026-12-10', '2026-12-20'), first)).toEqual(['SUBSTITUTE_OVERLAP']);
  expect(codes(named('ann', 'cid', '2026-12-11', '2026-12-20'), first)).toEqual([]);
  expect(codes({ ...first, substituteId: 'cid' }, first), 'a change of itself').toEqual([]);
});

it('substitutes are never chained', () => {
  expect(codes(named('ann', 'bob'), named('bob', 'cid', '2026-12-10', '2026-12-12'))).toEqual(['SUBSTITUTE_CHAIN']);
  expect(codes(named('bob', 'cid'), named('ann', 'bob', '2026-11-01', '2026-12-01'))).toEqual(['SUBSTITUTE_CHAIN']);
  expect(codes(named('ann', 'bob'), named('bob', 'cid', '2026-12-11', '2026-12-12'))).toEqual([]);
  // Standing in for two people isn't a chain.
  expect(codes(named('ann', 'cid'), named('bob', 'cid'))).toEqual([]);
});
