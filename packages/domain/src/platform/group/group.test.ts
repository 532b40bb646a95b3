import { expect, it } from 'vitest';
import { decideGroup } from './index.ts';

it('a group has members of the firm, each once, and roles that the person may grant', () => {
  const [ann, ben] = ['ann', 'ben'].map((personId) => ({ personId, isInactive: false }));
  const comp = { application: 'comp', role: 'viewer' };
  const decide = (roles: readonly (typeof comp)[], before?: { isInactive: boolean; roles: (typeof comp)[] }) =>
    decideGroup(
      before,
      { roles, members: [ann!, ben!, { ...ann!, isInactive: true }] },
      () => true,
      { carry: 'administrator' },
      ['carry', 'comp'],
    );
  expect(decide([{ ...comp, application: 'carry' }])._unsafeUnwrap()).toEqual([{ ...ann, isInactive: true }, ben]);
  expect(decide([comp])._unsafeUnwrapErr()).toMatchObject([{ code: 'ROLE_NOT_ADMINISTERED' }]);
  expect(decide([comp], { isInactive: false, roles: [comp] })._unsafeUnwrapErr()).toHaveLength(1);
  expect(decide([], { isInactive: false, roles: [comp] }).isErr()).toBe(true);
  expect(decide([], { isInactive: true, roles: [comp] }).isOk()).toBe(true);
  const stranger = decideGroup(undefined, { roles: [], members: [ann!] }, () => false, {}, []);
  expect(stranger._unsafeUnwrapErr()).toMatchObject([{ code: 'NOT_A_MEMBER', path: ['groupMembers'] }]);
});
