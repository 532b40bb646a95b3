import { allocate } from '../../kernel/apportionment/index.ts';
import { type Decimal, hundred, roundMoney, roundPercent, roundTo, zero } from '../../kernel/index.ts';

/** Percentages total 100 when they do at so many decimals. */
const totalPlaces = 4;

/**
 * What each holder of a profile was given of a source's carry, as a distribution gives it: the parts add up to what was shared out, to the cent.
 *
 *     T = carry when the effectives total 100.0000, else round2(carry x total / 100);  original = allocate(T, effectives)
 *
 * Null where nothing can be shared out by them: there are none, or they total more than 100.
 *
 * Units:  money in major units, effectives in percent, both in the order of the profile.
 * Source: calculations 4, 5.1.
 */
export function originalShares(carry: Decimal, effectives: readonly Decimal[]): readonly Decimal[] | null {
  const total = effectives.reduce((sum, effective) => sum.plus(effective), zero);
  const rounded = roundTo(total, totalPlaces);
  if (rounded.greaterThan(hundred)) return null;
  const shared = rounded.equals(hundred) ? carry : roundMoney(carry.times(total).div(hundred));
  return allocate(shared, effectives).unwrapOr(null);
}

/**
 * The percentage of a source that somebody has through entities: the effective of the outermost entity, then of each member in the entity above it.
 *
 *     effective = effective of the first x each further one / 100, 10 decimals
 *
 * Units:  percent.
 * Source: calculations 4, 5.2.
 */
export const effectiveThrough = ([first = zero, ...others]: readonly Decimal[]): Decimal =>
  others.length === 0 ? first : roundPercent(others.reduce((share, own) => share.times(own).div(hundred), first));
