import { type Doubles, doubles, required } from '../index.ts';

/**
 * The integer core of every split of money: largest remainder (Hamilton), ties to the earlier position.
 *
 *     quota = total x weight / sum of weights;  part = floor(quota) + one unit for the k largest remainders
 *
 * Source: Balinski & Young, Fair Representation, 1982; docs/calculations/allocation.md.
 */

/** Totals and sums of weights up to this size are split exactly in doubles. 2^50 cents are about 11 trillion. */
export const MAX_DOUBLE_SPLIT = 2 ** 50;

/**
 * Splits whole units (such as cents) over whole weights.
 *
 * The caller has checked that no weight is negative and that one is positive. Otherwise it throws.
 */
export function allocateCents(total: bigint, weights: readonly bigint[]): bigint[] {
  const count = weights.length;
  const small = doubles(count);
  let weightTotal = 0;
  for (let i = 0; i < count; i++) {
    const weight = Number(weights[i]);
    if (weight < 0) throw new RangeError('a split needs weights that are not negative');
    small[i] = weight;
    weightTotal += weight;
  }
  if (weightTotal === 0) throw new RangeError('a split needs a positive weight');
  // If rounding could have affected a sum, it is above the limit too.
  if (weightTotal > MAX_DOUBLE_SPLIT || total > MAX_DOUBLE_SPLIT || total < -MAX_DOUBLE_SPLIT) {
    return splitLarge(total, weights);
  }
  const parts = splitSmall(Number(total), small, weightTotal);
  const cents: bigint[] = [];
  for (const part of parts) cents.push(BigInt(part));
  return cents;
}

/**
 * Splits in doubles that hold whole numbers. Exact while |total| and the sum of the weights are at most `MAX_DOUBLE_SPLIT`.
 *
 * Nothing is checked, because this is the inner loop.
 */
export function splitSmall(total: number, weights: ArrayLike<number>, weightTotal: number): Doubles {
  const count = weights.length;
  const size = Math.abs(total);
  const parts = doubles(count);
  const remainders = doubles(count);
  let remaining = size;
  for (let i = 0; i < count; i++) {
    const weight = required(weights[i], 'a weight of a split');
    // Rounding may make the quotient a unit or two off. The exact remainder corrects it.
    let part = Math.floor((size * weight) / weightTotal);
    let remainder = productDifference(size, weight, part, weightTotal);
    while (remainder < 0) {
      part -= 1;
      remainder += weightTotal;
    }
    while (remainder >= weightTotal) {
      part += 1;
      remainder -= weightTotal;
    }
    parts[i] = part;
    remainders[i] = remainder;
    remaining -= part;
  }
  if (remaining > 0) distributeLargest(parts, remainders, remaining);
  return total < 0 ? parts.map((part) => 0 - part) : parts;
}

/** Gives one more unit to each of the `remaining` largest remainders. Ties go to the earlier position. */
function distributeLargest(parts: Doubles, remainders: Doubles, remaining: number): void {
  const sorted = risen(remainders);
  const threshold = required(sorted[sorted.length - remaining], 'the smallest remainder that gets a unit');
  let tied = remaining;
  for (const remainder of remainders) if (remainder > threshold) tied -= 1;
  for (let i = 0; i < parts.length; i++) {
    const remainder = required(remainders[i], 'the remainder of a part');
    if (remainder < threshold || (remainder === threshold && tied === 0)) continue;
    parts[i] = required(parts[i], 'a part of a split') + 1;
    if (remainder === threshold) tied -= 1;
  }
}

const FEW = 32;

/** Returns a copy in ascending order. */
function risen(values: Doubles): Doubles {
  if (values.length > FEW) return Float64Array.from(values).sort();
  const sorted = values.slice();
  for (let i = 1; i < sorted.length; i++) {
    const value = required(sorted[i], 'a value to sort');
    let at = i;
    for (; at > 0; at--) {
      const before = required(sorted[at - 1], 'a sorted value');
      if (before <= value) break;
      sorted[at] = before;
    }
    sorted[at] = value;
  }
  return sorted;
}

const SPLITTER = 2 ** 27 + 1;
const MAX_EXACT_PRODUCT = 2 ** 53;

/**
 * a x b - c x d, exactly, for whole numbers below 2^51 whose products are within a few d of each other.
 *
 * Each product is kept as its rounded value and its rounding error (Dekker 1971). The rounded values lie within a
 * factor of two, so their difference is exact (Sterbenz), as is that of the errors. The sum is a whole number small
 * enough for a double.
 */
function productDifference(a: number, b: number, c: number, d: number): number {
  const ab = a * b;
  const cd = c * d;
  if (ab < MAX_EXACT_PRODUCT && cd < MAX_EXACT_PRODUCT) return ab - cd;
  return ab - cd + (productError(a, b, ab) - productError(c, d, cd));
}

function productError(a: number, b: number, product: number): number {
  const aScaled = a * SPLITTER;
  const aHigh = aScaled - (aScaled - a);
  const aLow = a - aHigh;
  const bScaled = b * SPLITTER;
  const bHigh = bScaled - (bScaled - b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

function splitLarge(total: bigint, weights: readonly bigint[]): bigint[] {
  const weightTotal = weights.reduce((sum, weight) => sum + weight, 0n);
  const size = total < 0n ? -total : total;
  const quotas = weights.map((weight) => ({
    part: (size * weight) / weightTotal,
    remainder: (size * weight) % weightTotal,
  }));
  const remaining = Number(size - quotas.reduce((sum, { part }) => sum + part, 0n));
  const byRemainder = [...quotas].sort((a, b) => order(b.remainder, a.remainder));
  for (const quota of byRemainder.slice(0, remaining)) quota.part += 1n;
  return quotas.map(({ part }) => (total < 0n ? -part : part));
}

function order(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
