import { expect, it } from 'vitest';
import type { SourceDraft } from './runDraft.ts';
import { keyOf, type SourceVesting, requestedVesting, type Way, wayOf } from './vestingChoice.ts';

const draft = { source: { id: 's1' }, vestingApplied: [], given: new Map() } as unknown as SourceDraft;
const share = (participantId: string, via: readonly string[]) => ({ participantId, via, effectiveAllocation: '50' });
const all = [share('ann', []), share('bob', ['alumni']), share('eve', ['alumni']), share('zoe', [])];
const found = { sourceId: 's1', shares: all, holders: all } as unknown as SourceVesting;
const asked = (way: Way, ...holders: ReturnType<typeof share>[]) =>
  requestedVesting(draft, found, { holders: holders.map((holder) => keyOf('s1', holder)), way, chosen: [] });

it('members of an entity forfeit to nobody where nobody is chosen', () => {
  expect(asked('nobody', all[1]!)).toEqual([{ participantId: 'bob', via: ['alumni'], recipients: [] }]);
});

it('members of an entity forfeit to its other members, and to nobody where all of them forfeit', () => {
  expect(asked('everybody', all[1]!).map(({ recipients }) => recipients)).toEqual([['eve']]);
  expect(asked('everybody', all[1]!, all[2]!).map(({ recipients }) => recipients)).toEqual([[], []]);
});

it('a draft in which members forfeit to nobody opens with that choice', () => {
  expect(wayOf([{ ...draft, vestingApplied: asked('nobody', all[1]!) }])).toBe('nobody');
});
