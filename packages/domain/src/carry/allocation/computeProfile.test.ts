import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExplanations, type Decimal, decimal, hundred, numberText, roundTo } from '../../kernel/index.ts';
import {
  type AllocationMethod,
  type AllocationProfile,
  checkProfileUse,
  computeProfile,
  type EntryField,
  isProfileValid,
  type ProfileEntry,
  type ProfileUse,
} from './index.ts';

type Typed = Partial<Record<EntryField, string>>;

function profileOf(method: AllocationMethod, entries: Readonly<Record<string, Typed>>): AllocationProfile {
  const read = (typed: Typed) =>
    Object.fromEntries(Object.entries(typed).map(([field, text]) => [field, decimal(text)])) as Omit<
      ProfileEntry,
      'id'
    >;
  return { method, entries: Object.entries(entries).map(([id, typed]) => ({ id, ...read(typed) })) };
}
const compute = (method: AllocationMethod, entries: Readonly<Record<string, Typed>>) =>
  computeProfile(profileOf(method, entries))._unsafeUnwrap();
const effectives = (method: AllocationMethod, entries: Readonly<Record<string, Typed>>) =>
  compute(method, entries).entries.map((entry) => numberText(entry.effective));
const useCodes = (entries: Readonly<Record<string, Typed>>, use?: ProfileUse) =>
  checkProfileUse(compute('percent', entries), use).map((failure) => failure.code);

describe('a percent-based profile', () => {
  it('adds fixed and discretionary percentages, and prediluted entries share the rest [U-C-126 U-C-127]', () => {
    const entries = {
      A: { fixed: '10', discretionary: '5' },
      B: { fixed: '20' },
      C: { predilute: '60' },
      D: { predilute: '40' },
    };
    const { totals, unallocated } = compute('percent', entries);
    expect(effectives('percent', entries)).toEqual(['15', '20', '39', '26']);
    expect(Object.values(totals).map(numberText)).toEqual(['100', '30', '5', '100', '0']);
    expect(numberText(unallocated)).toBe('0');
  });

  it('treats 0 and blank as no value', () => {
    expect(
      effectives('percent', {
        A: { predilute: '0', fixed: '30' },
        B: { predilute: '50', fixed: '0', discretionary: '0' },
        C: {},
      }),
    ).toEqual(['30', '35', '0']);
  });

  it('marks a predilute next to another percentage and counts the entry as zero [U-C-125]', () => {
    const { entries, totals } = compute('percent', {
      A: { predilute: '50', fixed: '10' },
      B: { fixed: '20' },
      C: { predilute: '100', discretionary: '1' },
    });
    expect(entries.map(({ effective, error }) => [numberText(effective), error])).toEqual([
      ['0', 'PREDILUTE_WITH_OTHERS'],
      ['20', undefined],
      ['0', 'PREDILUTE_WITH_OTHERS'],
    ]);
    expect(numberText(totals.effective)).toBe('20');
  });

  it('leaves nothing for prediluted entries if the others have everything [U-C-127]', () => {
    expect(effectives('percent', { A: { fixed: '120' }, B: { predilute: '100' } })).toEqual(['120', '0']);
  });

  it('stores 10 decimals and displays the unallocated rest of the rounded total [U-C-129 U-C-164]', () => {
    const third = { predilute: '33.333333333333' };
    expect(effectives('percent', { A: third, B: { fixed: '0.00000000005' } })).toEqual([
      '33.3333333333',
      '0.0000000001',
    ]);
    expect(numberText(compute('percent', { A: { fixed: '99.99994' } }).unallocated)).toBe('0.0001');
    expect(numberText(compute('percent', { A: { fixed: '99.99996' } }).unallocated)).toBe('0');
    expect(numberText(compute('percent', { A: { fixed: '101' } }).unallocated)).toBe('0');
    expect(numberText(compute('percent', {}).unallocated)).toBe('100');
  });

  it('refuses each negative input by its path', () => {
    const refused = computeProfile(profileOf('percent', { A: { fixed: '-1' }, B: { predilute: '-2', shares: '-3' } }));
    expect(refused._unsafeUnwrapErr().map(({ code, path }) => [code, ...path])).toEqual([
      ['NEGATIVE_INPUT', 'entries', 0, 'fixed'],
      ['NEGATIVE_INPUT', 'entries', 1, 'predilute'],
      ['NEGATIVE_INPUT', 'entries', 1, 'shares'],
    ]);
  });
});

describe('a share-based profile', () => {
  it('gives each participant its part of all shares [U-C-128]', () => {
    const { totals } = compute('shares', { A: { shares: '50' }, B: { shares: '30' }, C: { shares: '20' } });
    expect(effectives('shares', { A: { shares: '50' }, B: { shares: '30' }, C: { shares: '20' }, D: {} })).toEqual([
      '50',
      '30',
      '20',
      '0',
    ]);
    expect(numberText(totals.shares)).toBe('100');
  });

  it('is complete with thirds, whose stored percentages total 99.9999999999', () => {
    const single = { shares: '1' };
    expect(effectives('shares', { A: single, B: single, C: single })).toEqual([
      '33.3333333333',
      '33.3333333333',
      '33.3333333333',
    ]);
    expect(numberText(compute('shares', { A: single, B: single, C: single }).totals.effective)).toBe('100');
  });

  it('needs shares', () => {
    for (const entries of [{}, { A: { shares: '0' } }, { A: { fixed: '10' } }]) {
      expect(computeProfile(profileOf('shares', entries))._unsafeUnwrapErr()[0]!.code).toBe('NO_SHARES');
    }
  });
});

describe('using a profile', () => {
  it('is refused if it allocates more than 100 %, has an invalid entry, or allocates nothing', () => {
    expect(useCodes({ A: { fixed: '100.0001' } })).toEqual(['OVER_ALLOCATED']);
    expect(useCodes({ A: { fixed: '100.00004' } })).toEqual([]);
    expect(useCodes({ A: { fixed: '100' }, B: { predilute: '1', fixed: '1' } })).toEqual(['PROFILE_ENTRY_ERROR']);
    expect(useCodes({})).toEqual(['NOTHING_ALLOCATED']);
  });

  it('requires an acknowledgment of an unallocated rest', () => {
    expect(useCodes({ A: { fixed: '90' } })).toEqual(['UNALLOCATED_NOT_ACKNOWLEDGED']);
    expect(useCodes({ A: { fixed: '90' } }, { unallocatedAcknowledged: true })).toEqual([]);
  });

  it('requires 100.0000 for the members of an entity [U-C-163]', () => {
    expect(useCodes({ A: { fixed: '90' } }, { entityMembers: true, unallocatedAcknowledged: true })).toEqual([
      'MEMBERS_NOT_100',
    ]);
    expect(useCodes({ A: { fixed: '100' } }, { entityMembers: true })).toEqual([]);
  });

  it('has stricter conditions than validity [U-C-121]', () => {
    const valid = (entries: Readonly<Record<string, Typed>>, members: boolean) =>
      isProfileValid(compute('percent', entries), members);
    expect([valid({ A: { fixed: '90' } }, false), valid({}, false), valid({ A: { fixed: '101' } }, false)]).toEqual([
      true,
      true,
      false,
    ]);
    expect([valid({ A: { fixed: '90' } }, true), valid({ A: { fixed: '100' } }, true)]).toEqual([false, true]);
  });
});

describe('an explained profile', () => {
  it('shows how each effective percentage was computed', () => {
    const explanations = createExplanations();
    const entries = { A: { fixed: '40' }, B: { predilute: '50' }, C: { predilute: '1', fixed: '2' } };
    computeProfile(profileOf('percent', entries), explanations);
    const tree = explanations.tree(['totals', 'effective'])!;
    expect(tree.children.map((child) => [child.formula, child.result])).toEqual([
      ['allocation.effective.added', '40'],
      ['allocation.effective.prediluted', '30'],
      ['allocation.effective.error', '0'],
    ]);
    expect(tree.children[1]!.inputs.map((input) => input.value)).toEqual(['50', '40', '60']);
    expect(explanations.tree(['unallocated'])).toMatchObject({
      result: '30',
      inputs: [{ name: 'total', value: '70' }],
    });
    computeProfile(profileOf('shares', { A: { shares: '2' } }), explanations);
    expect(explanations.tree(['entries', 0, 'effective'])!.formula).toBe('allocation.effective.shares');
  });
});

const amount = fc.oneof(
  fc.constant(undefined),
  fc.integer({ min: 0, max: 400_000 }).map((n) => decimal(n).div(10_000)),
);
const entry = fc.record({ predilute: amount, fixed: amount, discretionary: amount, shares: amount });
const profiles = fc
  .tuple(fc.constantFrom<AllocationMethod>('percent', 'shares'), fc.array(entry, { maxLength: 12 }))
  .map(
    ([method, entries]): AllocationProfile => ({
      method,
      entries: entries.map((inputs, i) => ({ id: `p${i}`, ...inputs })),
    }),
  );

describe('for every profile', () => {
  it('effective percentages are never negative, and predilutes up to 100 never allocate more than 100 %', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const computed = computeProfile(profile);
        if (computed.isErr()) return;
        const { entries, totals, unallocated } = computed.value;
        expect(entries.every(({ effective }) => !effective.isNegative() && effective.decimalPlaces() <= 10)).toBe(true);
        const added = sum(
          entries.filter((_, i) => !profile.entries[i]!.predilute?.greaterThan(0)).map((e) => e.effective),
        );
        const predilutes = sum(profile.entries.map((e) => e.predilute ?? decimal(0)));
        if (profile.method === 'shares') expect(totals.effective.equals(100)).toBe(true);
        else if (!added.greaterThan(100) && !predilutes.greaterThan(100))
          expect(totals.effective.lessThanOrEqualTo(100)).toBe(true);
        expect(totals.effective.plus(unallocated).greaterThanOrEqualTo(hundred)).toBe(true);
      }),
    );
  });

  it('the order of entries does not matter', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const forward = computeProfile(profile).map((computed) => computed.entries.map((e) => numberText(e.effective)));
        const mirrored = { ...profile, entries: profile.entries.toReversed() };
        const backward = computeProfile(mirrored).map((computed) =>
          computed.entries.map((e) => numberText(e.effective)),
        );
        expect(backward.map((list) => list.toReversed()).unwrapOr([])).toEqual(forward.unwrapOr([]));
      }),
    );
  });
});

function sum(values: readonly Decimal[]): Decimal {
  return roundTo(
    values.reduce((a, b) => a.plus(b), decimal(0)),
    4,
  );
}
