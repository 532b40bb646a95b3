import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExplanations, decimal, moneyText, numberText } from '../index.ts';
import { allocate, allocateCents, MAX_DOUBLE_SPLIT, splitSmall } from './index.ts';
import { caseCount } from '../../testing/index.ts';

/** `npm run prove` raises this to a million. */
const RUNS = caseCount({ quick: 400, all: 2000 });
const PATIENCE = 10_000 + RUNS;

const split = (total: string, weights: readonly string[], scale?: number) =>
  allocate(decimal(total), weights.map(decimal), scale);
const texts = (total: string, weights: readonly string[]) => split(total, weights)._unsafeUnwrap().map(moneyText);
const codes = (total: string, weights: readonly string[]) =>
  split(total, weights)
    ._unsafeUnwrapErr()
    .map((f) => f.code);

describe('splitting an amount', () => {
  it.each([
    ['100.00', ['1', '1', '1'], ['33.34', '33.33', '33.33']],
    ['0.05', ['3', '7'], ['0.02', '0.03']],
    ['0.34', ['100', '1', '1'], ['0.34', '0.00', '0.00']],
    ['-100.00', ['1', '1', '1'], ['-33.34', '-33.33', '-33.33']],
    ['0.01', ['0', '0.000000000001'], ['0.00', '0.01']],
    ['0', ['0', '0'], ['0.00', '0.00']],
    ['-0', ['1', '2'], ['0.00', '0.00']],
    [
      '12345678901234567890.12',
      ['1', '1', '1'],
      ['4115226300411522630.04', '4115226300411522630.04', '4115226300411522630.04'],
    ],
    [
      '99999999999999999999.99',
      ['33.3333333333', '66.6666666667'],
      ['33333333333300000000.00', '66666666666699999999.99'],
    ],
  ])('%s over %j', (total, weights, parts) => {
    expect(texts(total, weights)).toEqual(parts);
  });

  it('works at other scales: percentages, whole seats', () => {
    const percents = split('1.2345', ['11.5', '9', '8.25', '7', '5.5', '3.25', '1'], 4)._unsafeUnwrap().map(numberText);
    expect(percents).toEqual(['0.312', '0.2442', '0.2239', '0.1899', '0.1492', '0.0882', '0.0271']);
    expect(split('10', ['6', '6', '2'], 0)._unsafeUnwrap().map(numberText)).toEqual(['4', '4', '2']);
    expect(split('1', ['1', '2'], 12)._unsafeUnwrap().map(numberText)).toEqual(['0.333333333333', '0.666666666667']);
  });

  it('accepts weights finer than any scale', () => {
    const third = decimal(1).div(3);
    const parts = allocate(decimal('10'), [third, third.times(2), decimal('1e-39')])._unsafeUnwrap();
    expect(parts.map(moneyText)).toEqual(['3.33', '6.67', '0.00']);
  });

  it('refuses amounts that cannot be split, with every reason', () => {
    expect(codes('1', [])).toEqual(['NO_WEIGHTS']);
    expect(codes('1', ['1', '-1', '-2'])).toEqual(['NEGATIVE_WEIGHT', 'NEGATIVE_WEIGHT']);
    expect(codes('1', ['0', '0'])).toEqual(['NO_POSITIVE_WEIGHT']);
    expect(codes('0.001', [])).toEqual(['NO_WEIGHTS', 'MONEY_SCALE']);
    expect(split('1', ['1', '-1'])._unsafeUnwrapErr()[0]!.path).toEqual(['weights', 1]);
    expect(split('0', ['-0'])._unsafeUnwrap().map(moneyText)).toEqual(['0.00']);
  });

  it('explains each part by its inputs', () => {
    const explanations = createExplanations();
    allocate(decimal('100'), [decimal(1), decimal(3)], 2, explanations);
    expect(explanations.tree(['parts', 1])).toMatchObject({
      formula: 'allocation.allocate',
      inputs: [{ value: '100.00' }, { name: 'weight', value: '3' }, { value: '4' }, { name: 'position', value: '2' }],
      result: '75.00',
    });
  });
});

describe('the integer core', () => {
  it('throws if its caller did not check the weights', () => {
    for (const weights of [[], [0n], [2n, -1n]]) expect(() => allocateCents(1n, weights)).toThrow(RangeError);
  });

  it('gives the same result in doubles and in big integers at the limit of doubles', () => {
    const edge = BigInt(MAX_DOUBLE_SPLIT);
    for (const total of [edge, edge + 1n, -edge, 1n - edge]) {
      const weights = [edge / 3n, edge / 5n, edge / 7n, 1n, 0n];
      expect(allocateCents(total, weights)).toEqual(hamilton(total, weights));
      expect(allocateCents(total, [...weights, edge])).toEqual(hamilton(total, [...weights, edge]));
    }
  });

  it('never returns minus zero', () => {
    expect([...splitSmall(-1, [1, 3], 4)].map((part) => Object.is(part, -0))).toEqual([false, false]);
  });
});

/** Results published or computed with exact fractions elsewhere. */
describe('published apportionments', () => {
  it.each([
    ['Hamilton on three states: mis.kyeop.go.ke/shelf/51469908', 13, ['2.67', '6.92', '4.17'], [2, 7, 4]],
    ['infinitelexicon.com/largestremainder', 7, ['50', '30', '20'], [4, 2, 1]],
    ["Delaware's counties: Lippman, Math in Society", 41, ['162310', '538479', '197145'], [7, 25, 9]],
    ['the Alabama paradox', 10, ['6', '6', '2'], [4, 4, 2]],
    ['dinero.js allocate tests, 10.03 evenly', 1003, ['50', '50'], [502, 501]],
    ['dinero.js allocate tests, 1 to 3', 100, ['1', '3'], [25, 75]],
    ['dinero.js allocate tests, a zero weight', 1003, ['0', '50', '50'], [0, 502, 501]],
    ['dinero.js allocate tests, 5 over 1 to 3', 5, ['1', '3'], [1, 4]],
    ['a million over three equal points', 100_000_000, ['1', '1', '1'], [33333334, 33333333, 33333333]],
  ])('%s', (_source, total, weights, parts) => {
    expect(split(String(total), weights, 0)._unsafeUnwrap().map(Number)).toEqual(parts);
  });
});

describe('M01: for every amount and every set of weights', () => {
  const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 });

  it('the parts add up, each is the floor or the ceiling of its quota, and ties go to the earlier one', {
    timeout: PATIENCE,
  }, () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { total, weights } = randomSplit(seed);
        const parts = allocateCents(total, weights);
        expectFair(total, weights, parts);
      }),
      { numRuns: RUNS },
    );
  });

  it('the Decimal interface returns the same cents', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 10 }), (seed, decimals) => {
        const { total, weights } = randomSplit(seed);
        const unit = decimal(10).pow(-decimals);
        const border = allocate(
          decimal(total).div(100),
          weights.map((weight) => decimal(weight).times(unit)),
        );
        expect(border._unsafeUnwrap().map(moneyText)).toEqual(
          hamilton(total, weights).map((cents) => moneyText(decimal(cents).div(100))),
        );
      }),
      { numRuns: Math.min(RUNS, 1000) },
    );
  });

  it('a weight of zero gets zero, and scaling all weights changes nothing', () => {
    fc.assert(
      fc.property(seeds, fc.bigInt({ min: 1n, max: 10n ** 20n }), (seed, factor) => {
        const { total, weights } = randomSplit(seed);
        const parts = allocateCents(total, weights);
        weights.forEach((weight, i) => {
          if (weight === 0n) expect(parts[i]).toBe(0n);
        });
        expect(
          allocateCents(
            total,
            weights.map((weight) => weight * factor),
          ),
        ).toEqual(parts);
      }),
    );
  });

  it('a reversal mirrors the original', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { total, weights } = randomSplit(seed);
        expect(allocateCents(-total, weights)).toEqual(allocateCents(total, weights).map((part) => -part));
      }),
    );
  });

  it('a larger weight never gets a smaller part', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { total, weights } = randomSplit(seed);
        const parts = allocateCents(total, weights);
        const byWeight = weights.map((weight, i) => ({ weight, part: parts[i]! }));
        byWeight.sort((a, b) => Number(a.weight > b.weight) - Number(a.weight < b.weight));
        for (let i = 1; i < byWeight.length; i++) {
          const [low, high] = [byWeight[i - 1]!, byWeight[i]!];
          if (high.weight > low.weight) expect(high.part >= low.part).toBe(true);
        }
      }),
    );
  });
});

/** An independent implementation, written from the page alone in the simplest way: one unit at a time. */
function hamilton(total: bigint, weights: readonly bigint[]): bigint[] {
  const size = total < 0n ? -total : total;
  const sum = weights.reduce((a, b) => a + b);
  const parts = weights.map((weight) => (size * weight) / sum);
  const rests = weights.map((weight) => (size * weight) % sum);
  for (let remaining = size - parts.reduce((a, b) => a + b); remaining > 0n; remaining -= 1n) {
    const most = rests.reduce((best, rest, i) => (rest > rests[best]! ? i : best), 0);
    parts[most]! += 1n;
    rests[most] = -1n;
  }
  return total < 0n ? parts.map((part) => -part) : parts;
}

function expectFair(total: bigint, weights: readonly bigint[], parts: readonly bigint[]): void {
  const sum = weights.reduce((a, b) => a + b);
  let remaining = total;
  // The smallest remainder that got a unit must not be below the largest that didn't.
  let least: { rest: bigint; i: number } | undefined;
  let largest: { rest: bigint; i: number } | undefined;
  for (let i = 0; i < parts.length; i++) {
    const floor = (total * weights[i]!) / sum;
    const rest = (total * weights[i]!) % sum;
    const extra = parts[i]! - floor;
    remaining -= parts[i]!;
    if (extra !== 0n && extra !== 1n) expect.fail(`part ${i} is not the floor or the ceiling of its quota`);
    if (extra === 1n && rest === 0n) expect.fail(`part ${i} got a unit without a remainder`);
    if (extra === 1n && (least === undefined || rest <= least.rest)) least = { rest, i };
    if (extra === 0n && (largest === undefined || rest > largest.rest)) largest = { rest, i };
  }
  expect(remaining).toBe(0n);
  if (least === undefined || largest === undefined) return;
  if (least.rest < largest.rest || (least.rest === largest.rest && least.i > largest.i)) {
    expect.fail(`position ${largest.i} has the better claim to the unit of position ${least.i}`);
  }
}

/**
 * Generates 1 to 500 parts, small numbers more often, and totals from 0.01 to 1e13. Weights have few or many digits, are equal, or are zero.
 */
function randomSplit(seed: number): { total: bigint; weights: bigint[] } {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (limit: number) => Math.floor(limit ** random());
  const largest = 10 ** Math.floor(1 + random() * 14);
  const zeros = random() < 0.3 ? 0.3 : 0;
  const weights = Array.from({ length: upTo(501) }, () => {
    return random() < zeros ? 0n : BigInt(Math.floor(random() * largest));
  });
  weights[Math.floor(random() * weights.length)] = BigInt(upTo(largest));
  return { total: BigInt(upTo(1e15)), weights };
}
