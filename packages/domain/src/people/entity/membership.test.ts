import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../kernel/index.ts';
import { checkMembers, type MemberCandidate } from './index.ts';

const today = calendarDate('2026-09-30');
const person = (id: string, eligible = true): MemberCandidate => ({
  id,
  kind: 'employee',
  name: id,
  carryEligibleDate: eligible ? today : null,
  below: [],
});
const holding: MemberCandidate = {
  id: 'holding',
  kind: 'entity',
  name: 'Holding',
  carryEligibleDate: today,
  below: ['sub', 'ada'],
};
const codes = (...members: string[]) =>
  checkMembers(
    'sub',
    members,
    [person('ada'), person('bob', false), holding, { ...holding, id: 'sub', below: [] }],
    ['bob'],
    today,
  ).map(({ code }) => code);

describe('the members of an entity', () => {
  it('are carry-eligible when they are added, and stay if they lose eligibility', () => {
    expect(codes('ada', 'bob')).toEqual([]);
    expect(checkMembers('sub', ['bob'], [person('bob', false)], [], today)).toMatchObject([
      { code: 'MEMBER_NOT_ELIGIBLE', path: ['members', 0, 'participantId'] },
    ]);
  });

  it('exist and are listed once', () => {
    expect(codes('nobody')).toEqual(['MEMBER_UNKNOWN']);
    expect(codes('ada', 'ada')).toEqual(['MEMBER_TWICE']);
  });

  it('never contain the entity itself, directly or indirectly', () => {
    expect(codes('holding')).toEqual(['MEMBER_CYCLE']);
    expect(codes('sub')).toEqual(['MEMBER_CYCLE']);
    expect(checkMembers(undefined, ['holding'], [holding], [], today)).toEqual([]);
  });
});
