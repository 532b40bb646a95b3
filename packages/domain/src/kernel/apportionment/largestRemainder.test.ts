import { describe, expect, it } from 'vitest';
import { allocateCents, MAX_DOUBLE_SPLIT, splitSmall } from './largestRemainder.ts';

/** Plain largest remainder with big integers, written from the rule. */
function plainly(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n);
  const size = total < 0n ? -total : total;
  const parts = weights.map((weight) => (size * weight) / sum);
  const rest = Number(size - parts.reduce((all, part) => all + part, 0n));
  const order = weights.map((weight, i) => ({ i, remainder: (size * weight) % sum }));
  order.sort((a, b) => (a.remainder === b.remainder ? a.i - b.i : a.remainder < b.remainder ? 1 : -1));
  for (const { i } of order.slice(0, rest)) parts[i]! += 1n;
  return total < 0n ? parts.map((part) => -part) : parts;
}

const limit = BigInt(MAX_DOUBLE_SPLIT);

/** Totals and weights that use every bit of a double, so that rounded quotients are often off by one. */
const large = Array.from({ length: 400 }, (_, k) => {
  const seed = BigInt(k) * 7_046_029_254_386_353_131n + 1_442_695_040_888_963_407n;
  const part = (n: bigint) => (((seed * (n + 3n) * 2_862_933_555_777_941_757n) >> 11n) % (limit / 4n)) + 1n;
  return { total: limit - BigInt(k) * 977n, weights: [part(1n), part(2n), part(3n), 1n + BigInt(k % 5)] };
});

describe('splitting in doubles', () => {
  it('equals splitting in big integers up to its limit', () => {
    for (const { total, weights } of large) {
      const sum = weights.reduce((all, weight) => all + weight, 0n);
      expect(sum).toBeLessThanOrEqual(limit);
      const parts = splitSmall(Number(total), weights.map(Number), Number(sum));
      expect(Array.from(parts, BigInt)).toEqual(plainly(total, weights));
      expect(Array.from(splitSmall(-Number(total), weights.map(Number), Number(sum)), BigInt)).toEqual(
        plainly(-total, weights),
      );
    }
  });

  it('resolves ties from the front and never distributes more than the remainder', () => {
    expect([...splitSmall(5, [1, 1, 1, 1, 1, 1], 6)]).toEqual([1, 1, 1, 1, 1, 0]);
    expect([...splitSmall(-5, [1, 1, 1, 1, 1, 1], 6)]).toEqual([-1, -1, -1, -1, -1, 0]);
    expect([...splitSmall(6, [1, 2], 3)]).toEqual([2, 4]);
  });
});

describe('choosing between doubles and big integers', () => {
  it.each([
    ['at the limit', limit, [limit - 1n, 1n]],
    ['a total above it', limit + 1n, [3n, 7n, 11n]],
    ['a total far above it', limit * limit + 12_345n, [3n, 7n, 11n]],
    ['a total far below zero', -(limit * limit) - 12_345n, [3n, 7n, 11n]],
    ['weights above it', 1_000_003n, [limit + 1n, limit + 3n, 5n]],
    ['weights far above it that differ in the last digit', 3n, [limit ** 2n, limit ** 2n + 1n, limit ** 2n]],
  ])('does not change the result: %s', (_, total, weights) => {
    expect(allocateCents(total, weights)).toEqual(plainly(total, weights));
  });

  it('throws on input that the caller should have refused', () => {
    expect(() => allocateCents(1n, [1n, -1n])).toThrow(RangeError);
    expect(() => allocateCents(1n, [0n])).toThrow(RangeError);
  });
});
