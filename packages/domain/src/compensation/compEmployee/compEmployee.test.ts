import { expect, it } from 'vitest';
import { decidePosition, isSamePosition, type PayPosition } from './index.ts';

const place: PayPosition = { manager: { id: 'mia' }, isPayRestricted: false, user: { id: 'uma' } };
const known = { personId: 'hana', seesAllPay: true, isMember: true, isManagerBelow: false };

it('a position changes with its manager, restriction or user', () => {
  expect(isSamePosition(place, { ...place, manager: { id: 'mia' } })).toBe(true);
  const others = [{ manager: null }, { isPayRestricted: true }, { user: null }];
  expect(others.map((other) => isSamePosition(place, { ...place, ...other }))).toEqual([false, false, false]);
});

it('a position is changed by somebody who sees all pay, not for their own user, and never in a circle', () => {
  const moved = { ...place, manager: { id: 'max' } };
  const codes = (after: PayPosition, more: Partial<typeof known> = {}, before = place) =>
    decidePosition(before, after, { ...known, ...more }).match(
      () => [],
      (failures) => failures.map(({ code, path }) => `${code} ${path.join('.')}`),
    );
  expect(decidePosition(place, moved, known)._unsafeUnwrap()).toBe(moved);
  expect(codes(moved, { seesAllPay: false, isManagerBelow: true })).toEqual(['PAY_ACCESS_NOT_YOURS manager']);
  expect(codes(moved, { isManagerBelow: true })).toEqual(['MANAGER_CYCLE manager']);
  expect(codes({ ...place, user: { id: 'hana' } })).toEqual(['LINK_TO_ONESELF user']);
  expect(codes({ ...place, user: null }, { personId: 'uma' })).toEqual(['LINK_TO_ONESELF user']);
  expect(codes({ ...place, user: { id: 'ugo' } }, { isMember: false })).toEqual(['NOT_FOUND user']);
  expect([codes({ ...place, user: null }, { isMember: false }), codes(moved, { isMember: false })]).toEqual([[], []]);
});
