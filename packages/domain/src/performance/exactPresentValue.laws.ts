import { Decimal, daysBetween } from '@carrara/domain/kernel';
import type { CashFlow } from './flowSeries.ts';

/** Written plainly from the definition, with 90 digits and no part of the search, for the tests to judge it by. */
const Exact = Decimal.clone({ precision: 90 });

/** Net present value as of the last day for r < 0 and of the first for r >= 0, so that its size stays near that of the flows. */
export function exactPresentValue(flows: readonly CashFlow[], rate: Decimal): Decimal {
  const dates = flows.map((flow) => flow.date).sort();
  const origin = (rate.isNegative() ? dates.at(-1) : dates[0])!;
  const daily = new Exact(rate).add(1).ln().div(-365).exp();
  let sum: Decimal = new Exact(0);
  for (const { date, amount } of flows) sum = sum.add(daily.pow(daysBetween(origin, date)).mul(amount));
  return sum;
}

/**
 * Whether a true root lies within 1e-12 x max(1, |rate|) of a rate: the present value changes sign there, or it touches zero.
 *
 * Below -100 % nothing is defined: there the reach ends half way to it, and for a rate of -100 % itself the sign of the last flow
 * stands for the sign next to it.
 */
export function isTrueRate(flows: readonly CashFlow[], rate: Decimal): boolean {
  const reach = Decimal.max(1, rate.abs()).mul('1e-12');
  const below = Decimal.max(rate.sub(reach), rate.sub(1).div(2));
  const last = [...flows].sort((a, b) => daysBetween(b.date, a.date)).at(-1)!;
  const low = below.lte(-1) ? last.amount : exactPresentValue(flows, below);
  const high = exactPresentValue(flows, rate.add(reach));
  if (low.isZero() || high.isZero() || low.s !== high.s) return true;
  // A root of even multiplicity: within the reach the value falls far below what it is at its borders.
  return exactPresentValue(flows, rate).abs().lt(Decimal.min(low.abs(), high.abs()).mul('0.01'));
}
