import { expect, it } from 'vitest';
import { decidePosition, isSamePosition, type PayPosition } from './index.ts';

const position: PayPosition = { manager: { id: 'mia' }, isPayRestricted: false, user: { id: 'uma' } };
const facts = { personId: 'hana', canViewAllPay: true, isMember: true, isManagerBelow: false };

it('a position changes with its manager, restriction or user', () => {
  expect(isSamePosition(position, { ...position, manager: { id: 'mia' } })).toBe(true);
  const others = [{ manager: null }, { isPayRestricted: true }, { user: null }];
  expect(others.map((other) => isSamePosition(position, { ...position, ...other }))).toEqual([false, false, false]);
});

it('a position is changed by somebody who sees all pay, not for their own user, and never to a circular hierarchy', () => {
  const moved = { ...position, manager: { id: 'max' } };
  const codes = (after: PayPosition, more: Partial<typeof facts> = {}, before = position) =>
    decidePosition(before, after, { ...facts, ...more }).match(
      () => [],
      (failures) => failures.map(({ code, path }) => `${code} ${path.join('.')}`),
    );
  expect(decidePosition(position, moved, facts)._unsafeUnwrap()).toBe(moved);
  expect(codes(moved, { canViewAllPay: false, isManagerBelow: true })).toEqual(['PAY_ACCESS_NOT_YOURS manager']);
  expect(codes(moved, { isManagerBelow: true })).toEqual(['MANAGER_CYCLE manager']);
  expect(codes({ ...position, user: { id: 'hana' } })).toEqual(['LINK_TO_ONESELF user']);
  expect(codes({ ...position, user: null }, { personId: 'uma' })).toEqual(['LINK_TO_ONESELF user']);
  expect(codes({ ...position, user: { id: 'ugo' } }, { isMember: false })).toEqual(['NOT_FOUND user']);
  expect([codes({ ...position, user: null }, { isMember: false }), codes(moved, { isMember: false })]).toEqual([
    [],
    [],
  ]);
});
