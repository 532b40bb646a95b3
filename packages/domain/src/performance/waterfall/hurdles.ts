import { Decimal, hundred, unit } from '../../kernel/index.ts';
import { type FixedPoint, fixedFromRatio, fixedUnit, fixedPower, fixedProduct } from './fixedPoint.ts';
import type { Hurdle, Tier } from './terms.ts';

const DAYS_A_YEAR = 365;

/**
 * The hurdles that end a split. Each is a balance: the amount that the partner still has to receive on a day to reach it, negative beyond it.
 *
 *     IRR r:      missing = -(sum of the flows, each grown at r: flow x (1 + r) ^ (days / 365))
 *     multiple m: missing = m x contributions - distributions
 *
 * With both, the larger one counts, because both must be met. Solving for the amount needs no search for a rate.
 */
export interface HurdleClock {
  /** Index of the tier. */
  readonly tier: number;
  readonly multiple: FixedPoint | null;
  readonly hasRate: boolean;
  /** The value of one unit on the origin if it is paid on a day. */
  discount(day: number): FixedPoint;
  /** The value of one unit of the origin on a day. */
  growth(day: number): FixedPoint;
}

export function hurdleClocks(tiers: readonly Tier[], origin: number): readonly HurdleClock[] {
  return tiers.flatMap((tier, i) =>
    tier.kind === 'SPLIT' && tier.until !== null ? [hurdleClock(i, tier.until, origin)] : [],
  );
}

function hurdleClock(tier: number, { irr, multiple }: Hurdle, origin: number): HurdleClock {
  const yearly = irr === null ? unit : unit.plus(irr.div(hundred));
  const daily = fixedFromRatio(yearly.pow(new Decimal(1).div(DAYS_A_YEAR)));
  const dailyDiscount = fixedFromRatio(yearly.pow(new Decimal(-1).div(DAYS_A_YEAR)));
  const discounts = new Map<number, FixedPoint>();
  const powerAt = (day: number) => {
    const days = day - origin;
    return days >= 0 ? fixedPower(dailyDiscount, days) : fixedPower(daily, -days);
  };
  return {
    tier,
    multiple: multiple === null ? null : fixedFromRatio(multiple),
    hasRate: irr !== null,
    discount(day) {
      const found = discounts.get(day) ?? powerAt(day);
      discounts.set(day, found);
      return found;
    },
    growth: (day) => (day >= origin ? fixedPower(daily, day - origin) : fixedPower(dailyDiscount, origin - day)),
  };
}

export interface HurdleBalance {
  /** Contributions less distributions, as values of the origin. */
  readonly discounted: FixedPoint;
  readonly contributed: FixedPoint;
  readonly distributed: FixedPoint;
}

/** Returns the amount that is missing on a day; negative beyond the hurdle. */
export function missingAmount(clock: HurdleClock, balance: HurdleBalance, day: number): FixedPoint {
  const { discounted, contributed, distributed } = balance;
  const byRate = clock.hasRate ? fixedProduct(discounted, clock.growth(day)) : null;
  const byMultiple = clock.multiple === null ? null : fixedProduct(clock.multiple, contributed) - distributed;
  if (byRate === null) return byMultiple ?? -fixedUnit;
  return byMultiple === null || byRate > byMultiple ? byRate : byMultiple;
}
