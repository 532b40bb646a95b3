import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExplanations, type Decimal, decimal, numberText } from '../../kernel/index.ts';
import {
  type AllocationMethod,
  compareProfiles,
  computeProfile,
  type EntryField,
  type ProfileEntry,
  type Reallocation,
  reallocate,
} from './index.ts';

type Typed = Partial<Record<EntryField, string>>;

function reallocation(
  method: AllocationMethod,
  entries: Readonly<Record<string, Typed>>,
  removed: string,
  recipients: readonly string[],
): Reallocation {
  const read = ([id, typed]: [string, Typed]): ProfileEntry => ({
    id,
    ...Object.fromEntries(Object.entries(typed).map(([field, text]) => [field, decimal(text)])),
  });
  return { method, entries: Object.entries(entries).map(read), removed, recipients };
}
const rows = (input: Reallocation, field: EntryField) =>
  reallocate(input)
    ._unsafeUnwrap()
    .entries.map((e) => [e.id, numberText(e[field] ?? decimal(0)), numberText(e.adjustment), numberText(e.effective)]);
const codes = (input: Reallocation) =>
  reallocate(input)
    ._unsafeUnwrapErr()
    .map(({ code }) => code);

describe('reallocating a percentage', () => {
  const plan = {
    A: { fixed: '10', discretionary: '5' },
    B: { fixed: '20' },
    C: { predilute: '60' },
    D: { predilute: '40' },
  };

  it('adds to the fixed percentage of recipients without a predilute', () => {
    const result = reallocate(reallocation('percent', plan, 'B', ['A']))._unsafeUnwrap().entries;
    expect(
      result.map((e) => [e.id, numberText(e.fixed ?? decimal(0)), numberText(e.adjustment), numberText(e.effective)]),
    ).toEqual([
      ['A', '30', '20', '35'],
      ['C', '0', '0', '39'],
      ['D', '0', '0', '26'],
    ]);
    expect(result.map((e) => e.predilute?.toString())).toEqual([undefined, '60', '40']);
  });

  it('sets the predilute that gives a prediluted recipient its target', () => {
    expect(rows(reallocation('percent', plan, 'D', ['A', 'C']), 'predilute')).toEqual([
      ['A', '0', '7.2222', '22.2222'],
      ['B', '0', '0', '20'],
      ['C', '100', '18.7778', '57.7778'],
    ]);
    expect(rows(reallocation('percent', plan, 'B', ['A', 'D']), 'predilute')).toEqual([
      ['A', '0', '7.3171', '22.3171'],
      ['C', '50.2040989716', '0', '39'],
      ['D', '49.7959010284', '12.6829', '38.6829'],
    ]);
    expect(rows(reallocation('percent', plan, 'A', ['C', 'D']), 'predilute')).toEqual([
      ['B', '0', '0', '20'],
      ['C', '60', '9', '48'],
      ['D', '40', '6', '32'],
    ]);
  });

  it('splits by largest remainder at 4 decimals, so nothing is lost [U-C-131]', () => {
    const shares = ['11.5', '9', '8.25', '7', '5.5', '3.25', '1'];
    const entries = Object.fromEntries(shares.map((fixed, i) => [`r${i}`, { fixed }]));
    const input = reallocation(
      'percent',
      { ...entries, removed: { fixed: '1.2345' } },
      'removed',
      Object.keys(entries),
    );
    expect(rows(input, 'fixed').map((row) => row[2])).toEqual([
      '0.312',
      '0.2442',
      '0.2239',
      '0.1899',
      '0.1492',
      '0.0882',
      '0.0271',
    ]);
  });

  it('splits at 10 decimals when the removed percentage has more than 4', () => {
    const input = reallocation('percent', { A: { fixed: '10' }, B: { fixed: '20' }, C: { fixed: '1.00001' } }, 'C', [
      'A',
      'B',
    ]);
    expect(rows(input, 'fixed').map((row) => row[2])).toEqual(['0.3333366667', '0.6666733333']);
  });

  it('leaves an invalid entry unchanged', () => {
    const entries = {
      A: { fixed: '10' },
      B: { fixed: '20' },
      C: { predilute: '5', fixed: '1' },
      D: { predilute: '0.000000000001' },
    };
    expect(rows(reallocation('percent', entries, 'A', ['B']), 'predilute')).toEqual([
      ['B', '0', '10', '30'],
      ['C', '5', '0', '0'],
      ['D', '0.000000000001', '0', '0'],
    ]);
  });

  it('leaves prediluted entries at zero when nothing remains for them', () => {
    const entries = { A: { fixed: '60' }, B: { fixed: '40' }, C: { predilute: '100' } };
    expect(rows(reallocation('percent', entries, 'A', ['B']), 'predilute')).toEqual([
      ['B', '0', '60', '100'],
      ['C', '100', '0', '0'],
    ]);
  });
});

describe('reallocating to a purely discretionary entry', () => {
  it('adds a fixed percentage', () => {
    const entries = { A: { discretionary: '10' }, B: { fixed: '20' } };
    expect(rows(reallocation('percent', entries, 'B', ['A']), 'fixed')).toEqual([['A', '20', '20', '30']]);
  });
});

describe('reallocating shares', () => {
  it('moves the removed shares to the recipients and changes nobody else', () => {
    const entries = { A: { shares: '50' }, B: { shares: '30' }, C: { shares: '20' }, D: {} };
    expect(rows(reallocation('shares', entries, 'C', ['A', 'D', 'B']), 'shares')).toEqual([
      ['A', '62.5', '12.5', '62.5'],
      ['B', '37.5', '7.5', '37.5'],
      ['D', '0', '0', '0'],
    ]);
  });

  it('applies adjustments of 4 decimals to the last digit', () => {
    const entries = { A: { shares: '10' }, B: { shares: '10' }, C: { shares: '10' }, D: { shares: '20' } };
    expect(rows(reallocation('shares', entries, 'D', ['A', 'B', 'C']), 'shares').map((row) => row.slice(2))).toEqual([
      ['13.3334', '33.3334'],
      ['13.3333', '33.3333'],
      ['13.3333', '33.3333'],
    ]);
  });

  it('stays within 1 of the tenth decimal if percentages are rounded', () => {
    const single = { shares: '1' };
    expect(rows(reallocation('shares', { A: single, B: single, C: single }, 'C', ['A', 'B']), 'shares')).toEqual([
      ['A', '1.500000000002', '16.6666666667', '50.0000000001'],
      ['B', '1.499999999998', '16.6666666666', '49.9999999999'],
    ]);
  });
});

describe('a reallocation is refused', () => {
  const plan = { A: { fixed: '10' }, B: { fixed: '20' }, C: { fixed: '0' } };

  it('without valid leavers and recipients [U-C-130]', () => {
    expect(codes(reallocation('percent', plan, 'X', []))).toEqual(['UNKNOWN_ENTRY', 'NO_RECIPIENTS']);
    expect(codes(reallocation('percent', plan, 'A', ['A', 'B', 'B', 'X']))).toEqual([
      'REMOVED_IS_RECIPIENT',
      'REPEATED_RECIPIENT',
      'UNKNOWN_ENTRY',
    ]);
    const twice = reallocation('percent', plan, 'A', ['B']);
    expect(codes({ ...twice, entries: [...twice.entries, twice.entries[1]!] })).toEqual(['REPEATED_ENTRY']);
  });

  it('if there is nothing to move, no weight to split by, or no room [U-C-130]', () => {
    expect(codes(reallocation('percent', plan, 'C', ['A']))).toEqual(['NOTHING_TO_REALLOCATE']);
    expect(codes(reallocation('percent', plan, 'A', ['C']))).toEqual(['RECIPIENTS_HAVE_NOTHING']);
    const over = { A: { fixed: '90' }, B: { predilute: '150' }, C: { predilute: '110' } };
    expect(codes(reallocation('percent', over, 'C', ['A']))).toEqual(['NO_ROOM_FOR_PREDILUTE']);
  });

  it('if the input has no effective percentages', () => {
    expect(codes(reallocation('percent', { A: { fixed: '-1' } }, 'A', []))).toEqual(['NEGATIVE_INPUT']);
  });
});

describe('an explained reallocation', () => {
  it('shows the adjustment and the target', () => {
    const explanations = createExplanations();
    reallocate(reallocation('percent', { A: { fixed: '10' }, B: { fixed: '20' } }, 'B', ['A']), explanations);
    const tree = explanations.tree(['entries', 0, 'effective'])!;
    expect(tree).toMatchObject({ formula: 'allocation.reallocate.effective', result: '30' });
    expect(tree.children[0]).toMatchObject({ formula: 'allocation.reallocate.adjustment', result: '20' });
  });
});

const percent = fc.integer({ min: 1, max: 80_000 }).map((n) => decimal(n).div(10_000));
const fineEntry = fc.oneof(
  fc.record({ fixed: percent, discretionary: fc.oneof(percent, fc.constant(undefined)) }),
  fc.record({ predilute: fc.integer({ min: 1, max: 120_000 }).map((n) => decimal(n).div(10_000)) }),
);
const plans = fc.array(fineEntry, { minLength: 2, maxLength: 8 }).chain((inputs) => {
  const entries = inputs.map((input, i): ProfileEntry => ({ id: `p${i}`, ...input }));
  const others = entries.slice(1).map((entry) => entry.id);
  return fc
    .subarray(others, { minLength: 1 })
    .map((recipients): Reallocation => ({ method: 'percent', entries, removed: 'p0', recipients }));
});

describe('for every reallocation', () => {
  it('adjustments add up to the removed percentage, everybody reaches the target, and the total stays', () => {
    fc.assert(
      fc.property(plans, (input) => {
        const before = computeProfile(input)._unsafeUnwrap();
        const after = reallocate(input)._unsafeUnwrap();
        const old = new Map(before.entries.map((e) => [e.id, e.effective]));
        const adjusted = after.entries.reduce((total, e) => total.plus(e.adjustment), decimal(0));
        expect(numberText(adjusted)).toBe(numberText(old.get('p0')!));
        for (const e of after.entries)
          expect(numberText(e.effective)).toBe(numberText(old.get(e.id)!.plus(e.adjustment)));
        const recomputed = computeProfile(after)._unsafeUnwrap();
        expect(numberText(recomputed.totals.effective)).toBe(numberText(before.totals.effective));
      }),
      { numRuns: 500 },
    );
  });

  it('of shares, effective percentages stay within 1 of the tenth decimal of their targets and no share is lost', () => {
    const shares = fc.array(fc.integer({ min: 100, max: 10_000_000 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(shares, (list) => {
        const entries = list.map((n, i): ProfileEntry => ({ id: `p${i}`, shares: decimal(n).div(100) }));
        const recipients = entries.slice(1).map((e) => e.id);
        const input: Reallocation = { method: 'shares', entries, removed: 'p0', recipients };
        const old = new Map(
          computeProfile(input)
            ._unsafeUnwrap()
            .entries.map((e) => [e.id, e.effective]),
        );
        const after = reallocate(input)._unsafeUnwrap().entries;
        for (const e of after) {
          const target: Decimal = old.get(e.id)!.plus(e.adjustment);
          expect(target.minus(e.effective).abs().lessThanOrEqualTo('0.0000000001')).toBe(true);
        }
        const total = after.reduce((sum, e) => sum.plus(e.shares!), decimal(0));
        expect(total.equals(entries.reduce((sum, e) => sum.plus(e.shares!), decimal(0)))).toBe(true);
      }),
    );
  });
});

describe('reallocating shares stored with 2 decimals', () => {
  it('moves every share and none finer than the scale [U-C-129 U-C-164]', () => {
    const input = reallocation(
      'shares',
      { A: { shares: '1' }, B: { shares: '1' }, C: { shares: '1' }, D: { shares: '100' } },
      'D',
      ['A', 'B', 'C'],
    );
    const result = reallocate({ ...input, sharesDecimals: 2 })._unsafeUnwrap().entries;
    expect(result.map(({ shares = decimal(0) }) => numberText(shares))).toEqual(['34.34', '34.33', '34.33']);
  });
});

describe('comparing versions', () => {
  it('lists who joined, who left, which entries changed and whose percentage moved', () => {
    const before = reallocation(
      'percent',
      { A: { fixed: '10' }, B: { fixed: '20' }, C: { predilute: '100' }, E: { fixed: '1' } },
      '',
      [],
    );
    const after = reallocation(
      'percent',
      { A: { fixed: '10' }, D: { fixed: '5' }, C: { predilute: '100' }, E: { discretionary: '2' } },
      '',
      [],
    );
    const differences = compareProfiles(before, after)._unsafeUnwrap();
    expect(
      differences.map((d) => [d.id, d.change, numberText(d.effectiveChange), d.fields.map((f) => f.field).join()]),
    ).toEqual([
      ['A', 'same', '0', ''],
      ['D', 'added', '5', 'fixed'],
      ['C', 'changed', '14', ''],
      ['E', 'changed', '1', 'fixed,discretionary'],
      ['B', 'removed', '-20', 'fixed'],
    ]);
    const broken = reallocation('shares', {}, '', []);
    expect(compareProfiles(before, broken)._unsafeUnwrapErr()[0]!.code).toBe('NO_SHARES');
    expect(compareProfiles(broken, before)._unsafeUnwrapErr()[0]!.code).toBe('NO_SHARES');
  });
});
