import { describe, expect, it } from 'vitest';
import {
  decideFactorRemoval,
  decideFirstPassword,
  decideInvitationMail,
  decideJoining,
  decideUserChange,
  type ManagedUser,
} from './index.ts';

const user: ManagedUser = {
  id: 'ann',
  firstName: 'Ann',
  lastName: 'Test',
  email: 'ann@example.com',
  username: 'ann',
  status: 'Active',
  isInvitation: false,
  isHome: true,
  isProgram: false,
  isOfPayAccess: false,
  roles: [],
  modules: ['carry'],
};
const own = { carry: 'administrator' };
const codesOf = (decision: ReturnType<typeof decideUserChange> | ReturnType<typeof decideFactorRemoval>) =>
  decision.isErr() ? decision.error.map(({ code }) => code) : [];

describe('a change of a user', () => {
  const change = (before: Partial<ManagedUser>, after: Partial<ManagedUser> & { setsPassword?: boolean } = {}) =>
    decideUserChange({ ...user, ...before }, { ...user, setsPassword: false, ...after }, 'eve', own, ['carry', 'comp']);

  it('lists the changes', () => {
    expect(change({})._unsafeUnwrap()).toEqual({ isSamePerson: true, isSameLogin: true });
    expect(change({}, { email: '' })._unsafeUnwrap()).toEqual({ isSamePerson: false, isSameLogin: true });
    expect(change({}, { username: 'other' })._unsafeUnwrap()).toEqual({ isSamePerson: false, isSameLogin: false });
  });

  it('requires administration of the modules of the person and of the roles', () => {
    const roles = [{ application: 'comp', role: 'viewer' }];
    expect(codesOf(change({ modules: ['comp'] }, { roles }))).toEqual(['PERSON_NOT_YOURS', 'ROLE_NOT_ADMINISTERED']);
  });

  it('of a member is limited to roles if the firm is not their home, and for programs and people with pay access', () => {
    for (const [before, code] of [
      [{ isProgram: true, isHome: false }, 'PROGRAM_FIXED'],
      [{ isHome: false, isOfPayAccess: true }, 'PERSON_OF_OTHER_TENANTS'],
      [{ isOfPayAccess: true }, 'PERSON_NOT_YOURS'],
    ] as const) {
      expect(codesOf(change(before))).toEqual([]);
      expect(codesOf(change(before, { lastName: 'Other' }))).toEqual([code]);
      expect(codesOf(change(before, { setsPassword: true }))).toEqual([code]);
    }
  });

  it("can't set the person's own password, which requires the current one", () => {
    const asAnn = (setsPassword: boolean) =>
      codesOf(decideUserChange(user, { ...user, lastName: 'Other', setsPassword }, 'ann', own, ['carry']));
    expect(asAnn(true)).toEqual(['OWN_PASSWORD']);
    expect(asAnn(false)).toEqual([]);
    expect(codesOf(change({}, { setsPassword: true }))).toEqual([]);
  });

  it('in an invitation keeps the login and, with pay access, address and password', () => {
    const invited = { isInvitation: true, isHome: false };
    expect(codesOf(change(invited, { lastName: 'Other', email: '', setsPassword: true }))).toEqual([]);
    expect(codesOf(change(invited, { username: 'other' }))).toEqual(['LOGIN_OF_INVITATION']);
    const paid = { ...invited, isOfPayAccess: true };
    expect(codesOf(change(paid, { lastName: 'Other' }))).toEqual([]);
    expect(codesOf(change(paid, { email: '', username: 'other' }))).toEqual(['PERSON_NOT_YOURS']);
    expect(codesOf(change(paid, { setsPassword: true }))).toEqual(['PERSON_NOT_YOURS']);
  });
});

it('a second factor is removed by another administrator of the home firm with access to the pay', () => {
  const remove = (overrides: Partial<ManagedUser>, personId = 'ben') =>
    codesOf(decideFactorRemoval({ ...user, ...overrides }, personId, own));
  expect([remove({}), remove({ isHome: false, isProgram: true })]).toEqual([[], []]);
  expect(remove({ modules: ['comp'] }, 'ann')).toEqual(['OWN_SECOND_FACTOR']);
  expect(remove({ modules: ['comp'], isHome: false })).toEqual(['PERSON_NOT_YOURS']);
  expect(remove({ isHome: false, isOfPayAccess: true })).toEqual(['PERSON_OF_OTHER_TENANTS']);
  expect(remove({ isOfPayAccess: true })).toEqual(['PERSON_NOT_YOURS']);
});

it('an open invitation with an address is mailed if there is a mail server', () => {
  const mail = (overrides: Partial<ManagedUser>, hasMailServer = true) =>
    codesOf(decideInvitationMail({ ...user, status: 'Invited', ...overrides }, hasMailServer, own));
  expect(mail({})).toEqual([]);
  expect(mail({ modules: ['comp'], status: 'Active' })).toEqual(['PERSON_NOT_YOURS']);
  expect(mail({ status: 'Active' }, false)).toEqual(['NOT_INVITED']);
  expect(mail({ email: '' }, false)).toEqual(['NO_MAIL_SERVER']);
  expect(mail({ email: '' })).toEqual(['NO_ADDRESS']);
});

describe('an accepted invitation', () => {
  const roles = [
    { application: 'carry', role: 'viewer' },
    { application: 'comp', role: 'editor' },
  ];

  it('grants the roles recorded in the audit log, in any order', () => {
    expect(decideJoining(roles, roles.toReversed(), 'Ridge').isOk()).toBe(true);
    const changed = [{ application: 'carry', role: 'administrator' }, roles[1]!];
    for (const recorded of [undefined, changed, roles.slice(1)])
      expect(decideJoining(roles, recorded, 'Ridge')._unsafeUnwrapErr()).toMatchObject([
        { code: 'INVITATION_CHANGED', detail: expect.stringContaining('Ask Ridge') },
      ]);
  });

  it('sets a password only if there is no account', () => {
    expect(decideFirstPassword(false).isOk()).toBe(true);
    expect(decideFirstPassword(true)._unsafeUnwrapErr()).toMatchObject([{ code: 'OWN_ACCOUNT', path: ['token'] }]);
  });
});
