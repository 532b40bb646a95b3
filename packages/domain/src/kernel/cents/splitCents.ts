import { allocateCents, MAX_DOUBLE_SPLIT, splitSmall } from '../apportionment/index.ts';
import { sumOf, type Whole, whole } from './wholeNumber.ts';

/**
 * Splits cents over whole weights by largest remainder, in doubles when they are exact.
 *
 * Weights that are all zero take a total of zero; a broken invariant (negative weights, nothing to take a total) throws.
 *
 * Source: calculations section 2.
 */
export function splitCents(total: Whole, weights: readonly Whole[]): ArrayLike<Whole> {
  if (total === 0) return new Float64Array(weights.length);
  const weightTotal = sumOf(weights);
  if (fitsDoubles(total) && fitsDoubles(weightTotal) && weightTotal > 0) {
    return splitSmall(total, weights as readonly number[], weightTotal);
  }
  return allocateCents(BigInt(total), weights.map(BigInt)).map(whole);
}

function fitsDoubles(value: Whole): value is number {
  return typeof value === 'number' && value <= MAX_DOUBLE_SPLIT && value >= -MAX_DOUBLE_SPLIT;
}
