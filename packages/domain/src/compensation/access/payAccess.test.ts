import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../kernel/index.ts';
import {
  type AccessPeople,
  accessOptions,
  answerFailures,
  listConfirmers,
  decideAccessAnswer,
  decideAccessRequest,
  toGrantor,
  isAccessVisible,
  type PayAccessKind,
  payReadText,
  requestFailures,
} from './payAccess.ts';

const today = calendarDate('2026-11-28');
const administrators = ['anna', 'ben'];
const firm = (...holders: string[]): AccessPeople => ({ holders, administrators, accountProvisioners: {} });
const grantor = (personId: string, people: AccessPeople) =>
  toGrantor({ personId, isAdministrator: people.administrators.includes(personId) }, people);
const grantOptions = (personId: string, people: AccessPeople) => {
  const { kinds, obstacle } = accessOptions(grantor(personId, people), people);
  return [kinds, obstacle];
};
const refused = (personId: string, people: AccessPeople, targetId: string, kind: PayAccessKind = 'ALL') =>
  requestFailures(
    { kind, personId: targetId, selected: 0, endsOn: null },
    grantor(personId, people),
    people,
    today,
  ).map(({ code }) => code);
const answer = (personId: string, people: AccessPeople, requestedBy: string, event: 'confirm' | 'refuse' | 'revoke') =>
  answerFailures({ personId: 'hana', requestedBy, kind: 'ALL' }, grantor(personId, people), `${event}PayAccess`, people)
    .length === 0;

describe('the first access to pay', () => {
  it('is requested by one compensation administrator and confirmed by another, for a third person', () => {
    const people = firm();
    expect(grantOptions('anna', people)).toEqual([['ALL'], null]);
    expect(refused('anna', people, 'hana')).toEqual([]);
    expect(listConfirmers({ personId: 'hana', requestedBy: 'anna', kind: 'ALL' }, people)).toEqual(['ben']);
    expect([answer('ben', people, 'anna', 'confirm'), answer('anna', people, 'anna', 'confirm')]).toEqual([
      true,
      false,
    ]);
    expect([answer('carl', people, 'anna', 'confirm'), answer('carl', people, 'anna', 'refuse')]).toEqual([
      false,
      false,
    ]);
    expect(answer('anna', people, 'anna', 'refuse')).toBe(true);
    expect(refused('anna', people, 'anna')).toEqual(['PAY_ACCESS_NOT_YOURS']);
    expect(refused('anna', people, 'ben')).toEqual(['NO_CONFIRMER']);
    expect(refused('anna', people, 'hana', 'REPORTS')).toEqual(['PAY_ACCESS_NOT_YOURS']);
    expect([refused('carl', people, 'hana'), grantOptions('carl', people)]).toEqual([
      ['PAY_ACCESS_NOT_YOURS'],
      [[], 'NO_HOLDER'],
    ]);
  });

  it('requires the command line in a firm with one compensation administrator', () => {
    const alone: AccessPeople = { holders: [], administrators: ['anna'], accountProvisioners: {} };
    expect(grantOptions('anna', alone)).toEqual([[], 'ONE_ADMINISTRATOR']);
    expect(refused('anna', alone, 'hana')).toEqual(['NO_CONFIRMER']);
  });

  it.each([
    ['the requester set up the account of', { ben: ['anna'] }],
    ['has an account that was set up by', { anna: ['ben'] }],
    ['has an account of the same person as', { anna: ['carl'], ben: ['dora', 'carl'] }],
  ])("can't be confirmed by anybody who may sign in as the other: %s the other", (_case, accountProvisioners) => {
    const people: AccessPeople = { ...firm(), accountProvisioners };
    expect(grantOptions('anna', people)).toEqual([[], 'ONE_ADMINISTRATOR']);
    expect(refused('anna', people, 'hana')).toEqual(['NO_CONFIRMER']);
    expect([answer('ben', people, 'anna', 'confirm'), answer('ben', people, 'anna', 'refuse')]).toEqual([false, true]);
  });

  it('is followed by a second one, which an administrator requests and the single holder confirms', () => {
    const people = firm('hana');
    expect(grantOptions('hana', people)).toEqual([[], 'ONE_HOLDER']);
    expect(refused('hana', people, 'carl')).toEqual(['NO_CONFIRMER']);
    expect(grantOptions('anna', people)).toEqual([['ALL'], null]);
    expect(listConfirmers({ personId: 'carl', requestedBy: 'anna', kind: 'ALL' }, people)).toEqual(['hana']);
    const second = { personId: 'carl', requestedBy: 'anna', kind: 'ALL' } as const;
    expect(answerFailures(second, grantor('hana', people), 'confirmPayAccess', people)).toEqual([]);
    expect(answerFailures(second, grantor('ben', people), 'confirmPayAccess', people)).toMatchObject([
      { code: 'PAY_ACCESS_NOT_YOURS' },
    ]);
    expect([answer('anna', people, 'anna', 'revoke'), answer('hana', people, 'anna', 'revoke')]).toEqual([false, true]);
    const single: AccessPeople = { holders: ['hana'], administrators: ['hana'], accountProvisioners: {} };
    expect(grantOptions('hana', single)).toEqual([[], 'ONLY_HOLDER']);
  });

  it('is up to the holders once there are two', () => {
    const people = firm('hana', 'ida');
    expect(grantOptions('anna', people)).toEqual([[], 'NOT_A_HOLDER']);
    expect(refused('anna', people, 'carl')).toEqual(['PAY_ACCESS_NOT_YOURS']);
    expect(grantOptions('hana', people)).toEqual([['ALL', 'ALL_BUT_RESTRICTED', 'REPORTS', 'SELECTED'], null]);
    expect([refused('hana', people, 'carl', 'REPORTS'), refused('hana', people, 'ida')]).toEqual([
      [],
      ['NO_CONFIRMER'],
    ]);
    expect(refused('hana', people, 'carl', 'SELECTED')).toEqual(['SELECTION_EMPTY']);
    expect([answer('ben', people, 'anna', 'confirm'), answer('ben', people, 'anna', 'refuse')]).toEqual([false, false]);
  });
});

describe('a decision on pay access', () => {
  const people = firm('hana', 'ida');
  const access = {
    personId: 'carl',
    requestedBy: 'hana',
    kind: 'REPORTS',
    status: 'REQUESTED',
    rowVersion: 2,
  } as const;

  it('requests access for a member of the firm', () => {
    const request = { kind: 'REPORTS', personId: 'carl', selected: 0, endsOn: null } as const;
    const decide = (isMember: boolean, requesterId = 'hana') =>
      decideAccessRequest(request, isMember, grantor(requesterId, people), people, today);
    expect(decide(true)._unsafeUnwrap()).toBe('REQUESTED');
    expect(decide(false)._unsafeUnwrapErr()).toMatchObject([{ code: 'NOT_FOUND', path: ['personId'] }]);
    expect(decide(false, 'ben')._unsafeUnwrapErr()).toMatchObject([{ code: 'PAY_ACCESS_NOT_YOURS' }]);
  });

  it('is answered by somebody who may answer, on the version that they saw', () => {
    const decide = (person: string, rowVersion: number, event: 'confirmPayAccess' | 'revokePayAccess') =>
      decideAccessAnswer(access, { event, rowVersion }, grantor(person, people), people);
    expect(decide('ida', 2, 'confirmPayAccess')._unsafeUnwrap()).toBe('ACTIVE');
    expect(decide('hana', 1, 'confirmPayAccess')._unsafeUnwrapErr()).toMatchObject([{ code: 'PAY_ACCESS_NOT_YOURS' }]);
    expect(decide('ida', 1, 'revokePayAccess')._unsafeUnwrapErr()).toMatchObject([{ code: 'STALE_VERSION' }]);
    expect(decide('ida', 2, 'revokePayAccess')._unsafeUnwrapErr()).toMatchObject([{ code: 'WRONG_STATE' }]);
  });

  it('is visible to holders and to its subject, and as a first request to administrators', () => {
    const visible = (person: string, accessPeople = people, accessRecord: typeof access | typeof first = access) =>
      isAccessVisible(accessRecord, grantor(person, accessPeople));
    const first = { ...access, kind: 'ALL' } as const;
    expect([visible('ida'), visible('carl'), visible('anna')]).toEqual([true, true, false]);
    expect([visible('anna', firm(), first), visible('anna', firm()), visible('dora', firm(), first)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

it.each([
  [['Ada King', 'Ben Cole'], null, 'Ada King, Ben Cole'],
  [[], null, ''],
  [null, null, 'everyone in the request'],
  [null, 0, 'nobody (no results)'],
  [null, 1, '1 person'],
  [null, 250, '250 people'],
])('a pay read of the people %j or of their number %j names %j', (names, number, text) => {
  expect(payReadText(names, number)).toBe(text);
});
