import type { ForecastSource } from '@carrara/contract/carry/forecastRecord';
import { describe, expect, it } from 'vitest';
import { draftsOf, isChanged, sourceToSend } from './sourceDrafts.ts';

const stored = (isProfileChosen: boolean) =>
  ({
    source: { id: 's1', name: 'Helios' },
    type: 'Fund',
    allocationProfile: { id: 'p1', name: 'Profile', version: 2 },
    isProfileChosen,
    investedAmount: '100.00',
    multiple: '1.5',
    editedLast: 'multiple',
    grossCarryDistributed: '150.00',
    totalCarryAdjustment: '0.00',
  }) as ForecastSource;

describe('a stored source that is edited', () => {
  it('goes on by the profile in force on its day where none was chosen', () => {
    const [draft] = draftsOf([stored(false)]);
    expect(sourceToSend(draft!)).not.toHaveProperty('allocationProfile');
  });

  it('keeps the profile that was chosen, until another is or none', () => {
    const [draft] = draftsOf([stored(true)]);
    expect([isChanged(draft!), sourceToSend(draft!)]).toMatchObject([false, { allocationProfile: { id: 'p1' } }]);
    const free = { ...draft!, profileId: null };
    expect(isChanged(free)).toBe(true);
    expect(sourceToSend(free)).not.toHaveProperty('allocationProfile');
  });
});
