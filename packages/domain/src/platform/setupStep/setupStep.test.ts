import { describe, expect, it } from 'vitest';
import { calendarDate, decimal } from '../../kernel/index.ts';
import { profileParts, type SetupFacts, type SetupStepId, setupSteps } from './index.ts';

const today = calendarDate('2026-11-29');
const event = { at: '2026-11-01T09:00:00.000Z', by: 'Elena Sorkin' };
/** A firm with one administrator and nothing else. */
const empty: SetupFacts = {
  profile: [],
  staff: 1,
  isSample: false,
  usesCarry: true,
  usesPerformance: true,
  baseCurrency: 'USD',
  currencies: [],
  rates: [],
  today,
  events: {},
};
const stepOf = (facts: Partial<SetupFacts>, id: SetupStepId) =>
  setupSteps({ ...empty, ...facts }).steps.find((step) => step.id === id);
const euro = { from: 'EUR', to: 'USD', date: calendarDate('2026-10-01'), rate: decimal('1.1') };

describe('the steps of a new firm', () => {
  it('are all open or name the step before them', () => {
    const { steps, isFinished } = setupSteps(empty);
    expect(steps.map(({ id, state, after }) => [id, state, after])).toEqual([
      ['firmProfile', 'open', []],
      ['people', 'open', []],
      ['currencies', 'open', []],
      ['fund', 'open', []],
      ['participants', 'open', []],
      ['allocationProfile', 'blocked', ['fund', 'participants']],
      ['distribution', 'blocked', ['allocationProfile']],
      ['quarter', 'blocked', ['fund']],
    ]);
    expect(isFinished).toBe(false);
  });

  it('leave out the module that the firm does not use', () => {
    const ids = (facts: Partial<SetupFacts>) => setupSteps({ ...empty, ...facts }).steps.map(({ id }) => id);
    expect(ids({ usesCarry: false })).toEqual(['firmProfile', 'people', 'currencies', 'fund', 'quarter']);
    expect(ids({ usesPerformance: false })).not.toContain('quarter');
    expect(ids({ isSample: true })).not.toContain('people');
  });

  it('are finished once each of them is done', () => {
    const done = { ...empty, profile: profileParts, staff: 2, currencies: ['USD'], usesPerformance: false };
    const events = { fund: event, participants: event, allocationProfile: event };
    expect(setupSteps({ ...done, events }).isFinished).toBe(false);
    expect(setupSteps({ ...done, events: { ...events, distribution: event } }).isFinished).toBe(true);
  });

  it.each(['distribution', 'quarter'] as const)('are finished with the first %s, whatever else is missing', (id) =>
    expect(setupSteps({ ...empty, events: { [id]: event } }).isFinished).toBe(true),
  );
});

describe('a step', () => {
  it('names the missing parts of the firm profile', () => {
    expect(stepOf({ profile: ['timeZone', 'legalName'] }, 'firmProfile')).toMatchObject({
      state: 'open',
      missing: ['legalAddress', 'logo', 'baseCurrency'],
    });
    expect(stepOf({ profile: profileParts }, 'firmProfile')).toMatchObject({ state: 'done', missing: [] });
  });

  it('needs a second person', () => {
    expect(stepOf({ staff: 1 }, 'people')?.state).toBe('open');
    expect(stepOf({ staff: 2 }, 'people')?.state).toBe('done');
  });

  it.each([
    ['is open before there is a fund or a rate', {}, 'open', []],
    ['is done with the first rate', { rates: [euro] }, 'done', []],
    ['is done if every fund is in the base currency', { currencies: ['USD'] }, 'done', []],
    ['names the currencies that have no rate', { currencies: ['EUR', 'USD'] }, 'open', ['EUR']],
    ['is done if each of them converts', { currencies: ['EUR', 'USD'], rates: [euro] }, 'done', []],
    [
      'does not count a rate of tomorrow',
      { currencies: ['EUR'], rates: [{ ...euro, date: calendarDate('2026-11-30') }] },
      'open',
      ['EUR'],
    ],
  ])('on currencies %s', (_case, facts, state, missing) =>
    expect(stepOf(facts, 'currencies')).toMatchObject({ state, missing }),
  );

  it('says who completed it and when, if one record did', () => {
    expect(stepOf({ events: { fund: event } }, 'fund')).toMatchObject({ state: 'done', event });
    expect(stepOf({ profile: profileParts }, 'firmProfile')?.event).toBeNull();
    // A rate for another currency doesn't complete the step.
    expect(stepOf({ currencies: ['EUR'], events: { currencies: event } }, 'currencies')?.event).toBeNull();
  });

  it('is possible as soon as the steps before it are done', () => {
    expect(stepOf({ events: { fund: event } }, 'allocationProfile')?.after).toEqual(['participants']);
    expect(stepOf({ events: { fund: event, participants: event } }, 'allocationProfile')?.state).toBe('open');
    expect(stepOf({ events: { allocationProfile: event } }, 'distribution')?.state).toBe('open');
  });
});
