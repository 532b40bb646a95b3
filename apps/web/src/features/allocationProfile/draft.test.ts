import type { AllocationProfile } from '@carrara/contract/allocationProfile';
import type { VestingSchedule } from '@carrara/contract/vestingSchedule';
import { describe, expect, it } from 'vitest';
import { type DraftEntry, entriesOf, entryFor, withEdits } from './draft.ts';
import { previewProfile } from './preview.ts';

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

describe('who comes into a profile', () => {
  it('starts with the default schedule of the class, else with that for every class', () => {
    expect(entryFor(participant('Employee', partner), schedules, null).vestingSchedule?.id).toBe('partner default');
    expect(entryFor(participant('Employee', associate), schedules, null).vestingSchedule?.id).toBe('any default');
    expect(entryFor(participant('Employee', associate), schedules.slice(0, 2), null).vestingSchedule).toBeNull();
  });
});

describe('another class', () => {
  const ofPartner = {
    ...entryFor(participant('Employee', partner), schedules, null),
    vestingSchedule: { id: 'partner other' },
  };
  const toAssociate = [{ key: 'a', field: 'participantClass', value: associate }];
  const after = (offered: readonly VestingSchedule[]) => withEdits([ofPartner], toAssociate, offered)[0];
  it('takes the default schedule for it instead of one of the class before', () =>
    expect(after(schedules)?.vestingSchedule?.id).toBe('any default'));
  it('clears the schedule where there is none', () => expect(after(schedules.slice(0, 2))?.vestingSchedule).toBeNull());
  it('keeps a schedule that serves every class', () => {
    const free = { ...ofPartner, vestingSchedule: { id: 'any default' } };
    expect(withEdits([free], toAssociate, schedules)[0]?.vestingSchedule?.id).toBe('any default');
  });
});

it('copies entries without their ids', () => {
  const profile = { entries: [{ id: 'entry', participantId: 'a' }] } as unknown as AllocationProfile;
  expect(entriesOf(profile, true)[0]?.id).toBeNull();
  expect(entriesOf(profile, false)[0]?.id).toBe('entry');
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
  it('needs a profile of its members', () =>
    expect(problemsOf(null)).toEqual([['a profile', 'is missing: the entity has no valid profile of its members']]));
  it('shares by its own, not by that of another', () => {
    expect(problemsOf({ id: 'own' })).toEqual([]);
    expect(problemsOf({ id: 'of b' })).toEqual([['a profile', 'belongs to another entity']]);
  });
});
