import { allocateCents, MAX_DOUBLE_SPLIT, splitSmall } from '../apportionment/index.ts';
import { sumWhole, type Whole, toWhole } from './wholeNumber.ts';

/**
 * Splits cents over whole weights by largest remainder, in doubles if they are exact.
 *
 * A total of zero may have weights that are all zero. Invalid input (negative weights, or a total without a positive weight) throws.
 *
 * Source: docs/calculations/allocation.md.
 */
export function splitCents(total: Whole, weights: readonly Whole[]): ArrayLike<Whole> {
  if (total === 0) return new Float64Array(weights.length);
  const weightTotal = sumWhole(weights);
  if (fitsDoubles(total) && fitsDoubles(weightTotal) && weightTotal > 0) {
    return splitSmall(total, weights as readonly number[], weightTotal);
  }
  return allocateCents(BigInt(total), weights.map(BigInt)).map(toWhole);
}

function fitsDoubles(value: Whole): value is number {
  return typeof value === 'number' && value <= MAX_DOUBLE_SPLIT && value >= -MAX_DOUBLE_SPLIT;
}
