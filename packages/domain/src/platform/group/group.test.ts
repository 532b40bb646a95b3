import { expect, it } from 'vitest';
import { archiveFailures, canManageGroup, decideGroup } from './index.ts';

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

it('a group is archived by administrators of all its modules, unless it makes the last administrator of one', () => {
  const group = { isInactive: false, roles: [{ application: 'comp', role: 'administrator' }] };
  const both = new Set(['carry', 'comp']);
  const refusals = (own: Readonly<Record<string, string>>, after: ReadonlySet<string>) =>
    archiveFailures(group, { own, before: both, after }).map(({ detail }) => detail);
  expect(refusals({ comp: 'administrator' }, both)).toEqual([]);
  expect(refusals({ carry: 'administrator' }, both)).toEqual(['You don’t administer comp.']);
  expect(refusals({ comp: 'administrator' }, new Set(['carry']))).toEqual([
    'It has the last administrator of comp. Assign another one first.',
  ]);
  expect([{ comp: 'administrator' }, { carry: 'administrator' }].map((own) => canManageGroup(group, own))).toEqual([
    true,
    false,
  ]);
});
