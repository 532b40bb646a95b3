import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moneyText } from '../../kernel/index.ts';
import {
  type ChangeCause,
  changeCauses,
  changesSince,
  computeDraft,
  type DistributionInputJson,
  distributionInputFromJson,
  ENGINE_VERSION,
} from './index.ts';
import { randomDistribution } from './randomDistribution.fixture.ts';
import { caseCount } from '../../testing/index.ts';

const stored = (json: DistributionInputJson) => ({
  input: distributionInputFromJson(json),
  engineVersion: ENGINE_VERSION,
});

/** Two people share 1,000.00, one of them through an entity. Each pays 20% tax and 10% into escrow. */
const tax = { id: 't', subjectToCharacterization: false, rate: '20' };
const before: DistributionInputJson = {
  defaultEscrow: '10',
  defaultTerminatedEscrow: '25',
  sources: [
    {
      id: 's',
      netDistributableAmount: '1000.00',
      allocations: [
        { participantId: 'ann', effective: '60' },
        { participantId: 'house', effective: '40' },
      ],
    },
  ],
  participants: [
    { id: 'ann', status: 'active', taxProfiles: [tax] },
    { id: 'house', status: 'active', members: [{ participantId: 'bob', effective: '100' }] },
    { id: 'bob', status: 'active', taxProfiles: [tax] },
  ],
};
const [source] = before.sources;
const [ann, house, bob] = before.participants;
if (!source || !ann || !house || !bob) throw new Error('the example is not whole');
const withSource = (change: object): DistributionInputJson => ({ ...before, sources: [{ ...source, ...change }] });

/** Returns the nonzero causes of a person's change. */
const causesOf = (now: DistributionInputJson, id: string): Partial<Record<ChangeCause, string>> => {
  const found = changesSince('s', stored(before), stored(now))?.participants.find(
    (participant) => participant.participantId === id,
  );
  return Object.fromEntries(
    changeCauses.flatMap((cause) => {
      const part = found?.parts[cause];
      return part && !part.isZero() ? [[cause, moneyText(part)]] : [];
    }),
  );
};

describe('changes since the last run', () => {
  it.each<readonly [string, DistributionInputJson, string, Partial<Record<ChangeCause, string>>]>([
    ['nothing', before, 'ann', {}],
    // 600 x 0.7 = 420; 1,200 x 0.7 = 840.
    ['the amount', withSource({ netDistributableAmount: '2000.00' }), 'ann', { amount: '420.00' }],
    [
      'the profile',
      withSource({
        allocations: [
          { participantId: 'ann', effective: '50' },
          { participantId: 'house', effective: '50' },
        ],
      }),
      'bob',
      { profile: '70.00' },
    ],
    [
      'a status',
      { ...before, participants: [{ ...ann, status: 'terminated' }, house, bob] },
      'ann',
      { status: '-90.00' },
    ],
    [
      'a rate',
      { ...before, participants: [{ ...ann, taxProfiles: [{ ...tax, id: 'u', rate: '30' }] }, house, bob] },
      'ann',
      { rate: '-60.00' },
    ],
    ['an escrow default', { ...before, defaultEscrow: '5' }, 'bob', { escrow: '20.00' }],
    [
      "a source's own escrow",
      { ...before, sources: before.sources.map((runSource) => ({ ...runSource, defaultEscrow: '5' })) },
      'bob',
      { escrow: '20.00' },
    ],
    [
      'a tax override',
      { ...before, adjustments: [{ sourceId: 's', participantId: 'ann', tax: '100.00' }] },
      'ann',
      { tax: '20.00' },
    ],
    [
      'a loan repayment',
      { ...before, adjustments: [{ sourceId: 's', participantId: 'bob', via: ['house'], loanRepayment: '12.50' }] },
      'bob',
      { adjustment: '-12.50' },
    ],
    [
      'several at once, in their order',
      {
        ...withSource({ netDistributableAmount: '2000.00' }),
        defaultEscrow: '5',
        adjustments: [{ sourceId: 's', participantId: 'ann', loanRepayment: '1.00' }],
      },
      'ann',
      { amount: '420.00', escrow: '60.00', adjustment: '-1.00' },
    ],
  ])('names %s', (_label, now, id, parts) => expect(causesOf(now, id)).toEqual(parts));

  describe('vesting', () => {
    // Ann is 50% vested: 30 of her 60% goes to the entity, which pays Bob.
    const ofAnn = {
      allocations: [
        { participantId: 'ann', effective: '30' },
        { participantId: 'house', effective: '70' },
      ],
      forfeitures: [
        {
          participantId: 'ann',
          effective: '60',
          vested: '50',
          vestedOn: '2026-01-01',
          forfeited: '30',
          recipients: [{ participantId: 'house', effective: '40', adjustment: '30' }],
        },
      ],
    };
    /** Bob, a member of house, is 50% vested and forfeits to nobody. This lowers house from 40% to 20%, all of which is his. */
    const ofBob = {
      allocations: [
        { participantId: 'ann', effective: '60' },
        { participantId: 'house', effective: '20' },
      ],
      forfeitures: [
        {
          participantId: 'bob',
          via: ['house'],
          effective: '100',
          vested: '50',
          vestedOn: '2026-01-01',
          forfeited: '50',
          recipients: [],
        },
      ],
      memberShares: [{ via: ['house'], shares: [{ participantId: 'bob', effective: '50' }] }],
    };
    const causesBetween = (first: object, other: object, id: string) => {
      const found = changesSince('s', stored(withSource(first)), stored(withSource(other)))?.participants.find(
        ({ participantId }) => participantId === id,
      );
      return changeCauses.flatMap((cause) => {
        const part = found?.parts[cause];
        return part && !part.isZero() ? [`${cause} ${moneyText(part)}`] : [];
      });
    };

    it('of a profile share is a separate cause', () => {
      expect(causesBetween({}, ofAnn, 'ann')).toEqual(['vesting -210.00']);
      expect(causesBetween({}, ofAnn, 'bob')).toEqual(['vesting 210.00']);
      expect(causesBetween(ofAnn, {}, 'ann'), 'no longer applied').toEqual(['vesting 210.00']);
    });

    it('of an entity member is a separate cause', () => {
      expect(causesBetween({}, ofBob, 'bob')).toEqual(['vesting -140.00']);
      expect(causesBetween(ofBob, {}, 'bob'), 'no longer applied').toEqual(['vesting 140.00']);
    });

    it('is not a cause if both runs applied the same one', () => {
      for (const allocations of [ofAnn, ofBob])
        expect(causesBetween(allocations, { ...allocations, netDistributableAmount: '2000.00' }, 'ann')).toEqual([
          allocations === ofAnn ? 'amount 210.00' : 'amount 420.00',
        ]);
    });

    it('is distinguished from another profile', () => {
      const other = [
        { participantId: 'ann', effective: '50' },
        { participantId: 'house', effective: '50' },
      ];
      expect(causesBetween({ allocations: other }, ofAnn, 'ann')).toEqual(['profile 70.00', 'vesting -210.00']);
    });
  });

  it('separates a rate that changed for everybody from participants who joined', () => {
    const raised = { ...tax, rate: '30' };
    const now: DistributionInputJson = {
      ...withSource({
        allocations: [
          { participantId: 'ann', effective: '60' },
          { participantId: 'cyd', effective: '40' },
        ],
      }),
      participants: [
        { ...ann, taxProfiles: [raised] },
        { id: 'cyd', status: 'active', taxProfiles: [raised] },
      ],
    };
    expect(causesOf(now, 'ann')).toEqual({ rate: '-60.00' });
    expect(causesOf(now, 'cyd')).toEqual({ profile: '280.00', rate: '-40.00' });
  });

  it('attributes participants who joined or left to the profile', () => {
    const now = {
      ...withSource({ allocations: [{ participantId: 'cyd', effective: '100' }] }),
      participants: [{ id: 'cyd', status: 'active' as const }],
    };
    expect(causesOf(now, 'ann')).toEqual({ profile: '-420.00' });
    expect(causesOf(now, 'cyd')).toEqual({ profile: '900.00' });
  });

  it('is empty if one of the two runs lacks the source or cannot be computed', () => {
    expect(changesSince('other', stored(before), stored(before))).toBeUndefined();
    const over = withSource({ allocations: [{ participantId: 'ann', effective: '101' }] });
    expect(changesSince('s', stored(before), stored(over))).toBeUndefined();
  });
});

describe('laws of changes', () => {
  const runs = { numRuns: caseCount({ quick: 12, all: 60 }) };

  it('parts add up to the change exactly, rows add up to the totals, and both runs match the computed ones', () => {
    fc.assert(
      fc.property(randomDistribution, randomDistribution, (plainInput, other) => {
        const [a, b] = [stored(plainInput as DistributionInputJson), stored(other as DistributionInputJson)];
        for (const { id } of b.input.sources) {
          const found = changesSince(id, a, b);
          if (!found) continue;
          for (const row of [...found.participants, found.totals]) {
            const sum = changeCauses.reduce((total, cause) => total.plus(row.parts[cause]), row.netBefore);
            expect(sum.eq(row.netNow), `${moneyText(sum)} ${moneyText(row.netNow)}`).toBe(true);
            expect(row.netBefore.plus(row.change).eq(row.netNow)).toBe(true);
          }
          for (const [run, net] of [
            [a, found.totals.netBefore],
            [b, found.totals.netNow],
          ] as const) {
            const alone = computeDraft(run.input).result.sources.find((each) => each.id === id);
            if (alone) expect(alone.net.eq(net)).toBe(true);
          }
        }
      }),
      runs,
    );
  }, 120_000);

  it('a run compared with itself has no changes', () => {
    fc.assert(
      fc.property(randomDistribution, (plain) => {
        const run = stored(plain as DistributionInputJson);
        for (const { id } of run.input.sources) {
          const found = changesSince(id, run, run);
          for (const row of found?.participants ?? []) {
            expect(row.change.isZero()).toBe(true);
            expect(changeCauses.every((cause) => row.parts[cause].isZero())).toBe(true);
          }
        }
      }),
      runs,
    );
  }, 120_000);
});
