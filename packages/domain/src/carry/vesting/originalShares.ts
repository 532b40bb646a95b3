import { allocate } from '../../kernel/apportionment/index.ts';
import { type Decimal, hundred, roundMoney, roundPercent, roundTo, zero } from '../../kernel/index.ts';

/** Decimals to which percentages must total 100. */
const totalDecimals = 4;

/**
 * Returns each holder's part of a source's carry, allocated as a distribution would. The parts add up to the allocated amount to the cent.
 *
 *     T = carry when the effectives total 100.0000, else round2(carry x total / 100);  original = allocate(T, effectives)
 *
 * Returns null if nothing can be allocated: there are no percentages, or they total more than 100.
 *
 * Units:  money in major units, effectives in percent, both in the order of the profile.
 * Source: docs/calculations/vesting.md, docs/calculations/distribution.md.
 */
export function originalShares(carry: Decimal, effectives: readonly Decimal[]): readonly Decimal[] | null {
  const total = effectives.reduce((sum, effective) => sum.plus(effective), zero);
  const rounded = roundTo(total, totalDecimals);
  if (rounded.greaterThan(hundred)) return null;
  const shared = rounded.equals(hundred) ? carry : roundMoney(carry.times(total).div(hundred));
  return allocate(shared, effectives).unwrapOr(null);
}

/**
 * Returns somebody's percentage of a source through entities. Takes the effective percentage of the outermost entity, then of each member in the
 * entity above it.
 *
 *     effective = effective of the first x each further one / 100, 10 decimals
 *
 * Units:  percent.
 * Source: docs/calculations/vesting.md, docs/calculations/distribution.md.
 */
export const effectiveThrough = ([first = zero, ...others]: readonly Decimal[]): Decimal =>
  others.length === 0 ? first : roundPercent(others.reduce((share, own) => share.times(own).div(hundred), first));
