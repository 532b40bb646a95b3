import type { AllocationProfile } from '@carrara/contract/carry/allocation/allocationProfile';
import type { ParticipantRow } from '@carrara/contract/people/participant';
import type { VestingSchedule } from '@carrara/contract/carry/vesting/vestingSchedule';
import { describe, expect, it } from 'vitest';
import { type DraftEntry, draftEntries, entryFor, memberEntries, unreadCells, applyGridEdits } from './draft.ts';
import { previewProfile } from './preview.ts';
import { startHead } from './startHead.ts';

const partner = { id: 'partner', description: 'Partner' };
const associate = { id: 'associate', description: 'Associate' };
const schedule = (id: string, participantClass: typeof partner | null, isDefault: boolean) =>
  ({ id, name: id, participantClass, isDefault }) as VestingSchedule;
const schedules = [
  schedule('partner other', partner, false),
  schedule('partner default', partner, true),
  schedule('any default', null, true),
];
const participant = (type: 'Employee' | 'Entity', participantClass: typeof partner | null) => ({
  id: 'a',
  participantId: 'a',
  type,
  name: 'A',
  businessTitle: null,
  participantClass,
  status: { description: 'Active' },
});

describe('a participant added to a profile', () => {
  it('starts with the default schedule of the class, or else with the one for every class [U-C-123]', () => {
    expect(entryFor(participant('Employee', partner), schedules, null).vestingSchedule?.id).toBe('partner default');
    expect(entryFor(participant('Employee', associate), schedules, null).vestingSchedule?.id).toBe('any default');
    expect(entryFor(participant('Employee', associate), schedules.slice(0, 2), null).vestingSchedule).toBeNull();
  });
});

describe('a new profile of an entity', () => {
  const member = (participantId: string, type: 'Employee' | 'Entity') => ({
    participantId,
    type,
    name: participantId,
    status: { description: 'Active' },
  });
  const started = memberEntries([member('a', 'Employee'), member('b', 'Entity')], {
    schedules,
    participants: [{ participantId: 'a', participantClass: partner } as ParticipantRow],
    inForce: {
      entries: [{ participantId: 'b', participantClass: associate, vestingSchedule: { id: 'own' } }],
    } as AllocationProfile,
    profiles: new Map([['b', { id: 'of b' }]]),
  });
  it('starts with its members and their current terms, without percentages', () =>
    expect(started).toMatchObject([
      { participantId: 'a', participantClass: partner, vestingSchedule: { id: 'partner default' }, fixed: null },
      { participantId: 'b', entityId: 'b', vestingSchedule: { id: 'own' }, profile: { id: 'of b' }, fixed: null },
    ]));
});

describe('the header of a profile', () => {
  const profile = { name: 'P', description: 'D', effectiveDate: '2015-03-31', isShareBased: true, rowVersion: 3 };
  const start = (mode: 'copy' | 'edit') => startHead({ mode, container: { name: 'C' }, profile }, '2026-05-01', false);
  it('gives a copy its own date, and keeps the date of an edited profile', () => {
    expect(start('copy')).toMatchObject({ name: 'Copy of P', effectiveDate: '2026-05-01' });
    expect(start('edit')).toMatchObject({ name: 'P', effectiveDate: '2015-03-31' });
  });
});

describe('changing the class', () => {
  const ofPartner = {
    ...entryFor(participant('Employee', partner), schedules, null),
    vestingSchedule: { id: 'partner other' },
  };
  const toAssociate = [{ key: 'a', field: 'participantClass', value: associate }];
  const after = (offered: readonly VestingSchedule[]) => applyGridEdits([ofPartner], toAssociate, offered)[0];
  it('selects its default schedule instead of one of the previous class', () =>
    expect(after(schedules)?.vestingSchedule?.id).toBe('any default'));
  it('clears the schedule if there is none [U-C-122]', () =>
    expect(after(schedules.slice(0, 2))?.vestingSchedule).toBeNull());
  it('keeps a schedule for every class', () => {
    const free = { ...ofPartner, vestingSchedule: { id: 'any default' } };
    expect(applyGridEdits([free], toAssociate, schedules)[0]?.vestingSchedule?.id).toBe('any default');
  });
});

it('copies entries without their ids [U-C-057]', () => {
  const profile = { entries: [{ id: 'entry', participantId: 'a' }] } as unknown as AllocationProfile;
  expect(draftEntries(profile, true)[0]?.id).toBeNull();
  expect(draftEntries(profile, false)[0]?.id).toBe('entry');
});

describe('an entity', () => {
  const entityProfiles = new Map([
    ['a', [{ id: 'own' }]],
    ['b', [{ id: 'of b' }]],
  ]);
  const problemsOf = (profile: DraftEntry['profile']) => {
    const entity = { ...entryFor(participant('Entity', partner), schedules, profile), fixed: '100' };
    const choices = { schedules, entityProfiles };
    return [...previewProfile({ entries: [entity], isShareBased: false, choices, ofEntity: false }).problems];
  };
  it('requires a profile of its members', () =>
    expect(problemsOf(null)).toEqual([['a profile', "is missing. Create a valid profile of the entity's members."]]));
  it("splits by its own profile, not by another's", () => {
    expect(problemsOf({ id: 'own' })).toEqual([]);
    expect(problemsOf({ id: 'of b' })).toEqual([['a profile', 'belongs to another entity']]);
  });
});

describe('a cell with unreadable input', () => {
  const entry = entryFor(participant('Employee', partner), schedules, null);
  const typed = [
    { key: 'a', field: 'fixed', value: null, unread: { text: '1o', reason: 'is not a number' } },
    { key: 'a', field: 'discretionary', value: '2' },
  ];
  it('is stored with the entry, so it can be undone like any edit until a figure replaces it', () => {
    const edited = applyGridEdits([{ ...entry, fixed: '1' }], typed, schedules);
    expect(edited[0]).toMatchObject({ fixed: '1', discretionary: '2', unread: { fixed: { text: '1o' } } });
    expect(unreadCells(edited)).toBe(1);
    const mended = applyGridEdits(edited, [{ key: 'a', field: 'fixed', value: '10' }], schedules);
    expect(mended[0]?.fixed).toBe('10');
    expect(unreadCells(mended)).toBe(0);
  });
});
