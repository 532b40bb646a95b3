import { expect, it } from 'vitest';
import type { SourceDraft } from './runDraft.ts';
import {
  holdersByPerson,
  vestingKey,
  type SourceVesting,
  requestedVesting,
  type Method,
  chosenMethod,
} from './vestingChoice.ts';

const draft = { source: { id: 's1' }, vestingApplied: [], entered: new Map() } as unknown as SourceDraft;
const share = (participantId: string, via: readonly string[]) => ({ participantId, via, effectiveAllocation: '50' });
const all = [share('ann', []), share('bob', ['alumni']), share('eve', ['alumni']), share('zoe', [])];
const found = { sourceId: 's1', shares: all, holders: all } as unknown as SourceVesting;
const requestedFor = (method: Method, ...holders: ReturnType<typeof share>[]) =>
  requestedVesting(draft, found, { holders: holders.map((holder) => vestingKey('s1', holder)), method, chosen: [] });

it('members of an entity forfeit to nobody without a selection', () => {
  expect(requestedFor('nobody', all[1]!)).toEqual([{ participantId: 'bob', via: ['alumni'], recipients: [] }]);
});

it('members of an entity forfeit to its other members, or to nobody if all of them forfeit', () => {
  expect(requestedFor('everybody', all[1]!).map(({ recipients }) => recipients)).toEqual([['eve']]);
  expect(requestedFor('everybody', all[1]!, all[2]!).map(({ recipients }) => recipients)).toEqual([[], []]);
});

it('a draft in which members forfeit to nobody opens with that choice', () => {
  expect(chosenMethod([{ ...draft, vestingApplied: requestedFor('nobody', all[1]!) }])).toBe('nobody');
});

it('shares are grouped by person, first those of people who have left', () => {
  const holder = (participantId: string, isTerminated = false) => ({
    ...share(participantId, []),
    name: participantId,
    isTerminated,
  });
  const sources = [
    { sourceId: 's1', holders: [holder('ann'), holder('bob', true)] },
    { sourceId: 's2', holders: [holder('ann')] },
  ] as unknown as readonly SourceVesting[];
  expect(holdersByPerson(sources).map(({ name, shares }) => [name, shares.map(({ key }) => key)])).toEqual([
    ['bob', ['s1 bob']],
    ['ann', ['s1 ann', 's2 ann']],
  ]);
});
