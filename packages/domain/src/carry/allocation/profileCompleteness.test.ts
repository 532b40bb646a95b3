import { describe, expect, it } from 'vitest';
import { checkProfileComplete, type EntryReferences, hasScheduleOfOtherClass } from './index.ts';

const complete: EntryReferences = {
  participantId: 'p1',
  participantType: 'employee',
  participantClassId: 'partner',
  vestingSchedule: { id: 'v1', participantClassId: 'partner' },
};
const found = (...entries: readonly EntryReferences[]) =>
  checkProfileComplete(entries).map(({ code, path }) => [code, ...path]);

describe('a complete profile', () => {
  it('has each participant once, with a class, a schedule of that class and, for an entity, its members [U-C-119 U-C-120 U-T-074]', () => {
    const entity: EntryReferences = {
      ...complete,
      participantId: 'e1',
      participantType: 'entity',
      memberProfileId: 'm1',
    };
    expect(found(complete, entity, { ...complete, participantId: 'p2', vestingSchedule: { id: 'v2' } })).toEqual([]);
    expect(found(complete, complete)).toEqual([['PARTICIPANT_DUPLICATE', 'entries', 1, 'participantId']]);
    expect(found({ participantId: 'e1', participantType: 'entity' })).toEqual([
      ['CLASS_REQUIRED', 'entries', 0, 'participantClassId'],
      ['VESTING_SCHEDULE_REQUIRED', 'entries', 0, 'vestingSchedule'],
      ['MEMBER_PROFILE_MISSING', 'entries', 0, 'memberProfileId'],
    ]);
  });

  it('names the incomplete row and the next step', () => {
    const details = (...entries: readonly EntryReferences[]) =>
      checkProfileComplete(entries).map(({ detail }) => detail);
    expect(details(complete, complete)).toEqual(['Row 2 repeats a participant. Give each participant one row.']);
    expect(details(complete, { participantId: 'e1', participantType: 'entity' })).toEqual([
      'Row 2 has no participant class. Choose one.',
      'Row 2 has no vesting schedule. Choose one.',
      'Row 2 has no member profile for its entity. Choose one.',
    ]);
    expect(details({ ...complete, participantClassId: 'associate' })).toEqual([
      'Row 1 has a vesting schedule of another class. Choose one of its own class.',
    ]);
  });

  it('has no schedule of another class', () => {
    const other = { ...complete, participantClassId: 'associate' };
    expect(hasScheduleOfOtherClass(other)).toBe(true);
    expect(hasScheduleOfOtherClass({ ...complete, participantClassId: undefined })).toBe(false);
    expect(found(other)).toEqual([['SCHEDULE_OF_OTHER_CLASS', 'entries', 0, 'vestingSchedule']]);
  });
});
