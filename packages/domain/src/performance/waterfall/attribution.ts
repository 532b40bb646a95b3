import { Decimal, ok, type Failures, type Result, zero } from '../../kernel/index.ts';
import { allocate } from '../../kernel/apportionment/index.ts';

/**
 * How carry is attributed to investments: to each deal its own, or by profit since inception (at NAV) or realized so far (of a distribution). Figures name
 * their policy, so that the audit computes them again by the same one.
 */
export const attributionPolicies = ['BY_DEAL', 'POSITIVE_PROFIT', 'REALIZED_PROFIT'] as const;
export type AttributionPolicy = (typeof attributionPolicies)[number];

export interface InvestmentProfit {
  readonly id: string;
  /** Distributions and value less contributions. */
  readonly profit: Decimal;
  readonly proceeds: Decimal;
}

/**
 * Splits carry over the investments of a pool, by their cumulative positive profit. A pool of one deal attributes all to it.
 *
 * Without any profit, the proceeds are the weights.
 *
 * Units:  money in cents; the parts sum to the carry exactly.
 * Source: docs/calculations/waterfall.md; docs/calculations/allocation.md.
 * Fails:  as `allocate` (NO_WEIGHTS, NO_POSITIVE_WEIGHT).
 */
export function attributeCarry(
  carry: Decimal,
  investments: readonly InvestmentProfit[],
): Result<readonly Decimal[], Failures> {
  if (carry.isZero()) return ok(investments.map(() => zero));
  const profits = investments.map(({ profit }) => Decimal.max(zero, profit));
  const hasProfit = profits.some((profit) => !profit.isZero());
  return allocate(carry, hasProfit ? profits : investments.map(({ proceeds }) => Decimal.max(zero, proceeds)));
}
