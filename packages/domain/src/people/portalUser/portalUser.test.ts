import { expect, it } from 'vitest';
import { decideLink, decidePortalAccess, decideUnlink } from './index.ts';

const codesOf = (decision: ReturnType<typeof decideLink> | ReturnType<typeof decidePortalAccess>) =>
  decision.isErr() ? decision.error.map(({ code, path }) => `${code} ${path.join('.')}`) : [];

it('an employee without a portal user gets one from somebody who sees their pay', () => {
  const employee = { name: 'Ann', personId: null };
  expect(codesOf(decidePortalAccess(employee, false))).toEqual([]);
  expect(codesOf(decidePortalAccess(employee, true))).toEqual(['PAY_ACCESS_NOT_YOURS ']);
  expect(codesOf(decidePortalAccess({ ...employee, personId: 'p' }, true))).toEqual(['ALREADY_LINKED id']);
});

it('a person is linked to one employee, by somebody else with permission', () => {
  const facts = { actorId: 'ben', hasPayAccess: false };
  const paid = { ...facts, hasPayAccess: true };
  expect(decideLink('ann', undefined, facts)._unsafeUnwrap()).toBe('ann');
  expect(codesOf(decideLink('ben', { name: 'Other' }, paid))).toEqual(['LINK_TO_ONESELF user']);
  expect(codesOf(decideLink('ann', { name: 'Other' }, paid))).toEqual(['ALREADY_LINKED user']);
  expect(codesOf(decideLink('ann', undefined, paid))).toEqual(['PAY_ACCESS_NOT_YOURS user']);
  expect([codesOf(decideUnlink('ann', facts)), codesOf(decideUnlink('ben', facts))]).toEqual([
    [],
    ['LINK_TO_ONESELF user'],
  ]);
});
