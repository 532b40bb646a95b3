import { Decimal, daysBetween } from '@carrara/domain/kernel';
import type { CashFlow } from './flowSeries.ts';

/** A direct implementation of the definition with 90 digits. It shares no code with the search, so tests can check the search against it. */
const Exact = Decimal.clone({ precision: 90 });

/** Returns the net present value as of the last day for r < 0, and of the first day for r >= 0. The result then has about the size of the flows. */
export function exactPresentValue(flows: readonly CashFlow[], rate: Decimal): Decimal {
  const dates = flows.map((flow) => flow.date).sort();
  const origin = (rate.isNegative() ? dates.at(-1) : dates[0])!;
  const daily = new Exact(rate).add(1).ln().div(-365).exp();
  let sum: Decimal = new Exact(0);
  for (const { date, amount } of flows) sum = sum.add(daily.pow(daysBetween(origin, date)).mul(amount));
  return sum;
}

/**
 * Returns true if a true root lies within 1e-12 x max(1, |rate|) of a rate: the present value changes sign there, or touches zero.
 *
 * Below -100% nothing is defined, so the interval ends halfway to it. A rate of -100% represents any root next to it.
 */
export function isTrueRate(flows: readonly CashFlow[], rate: Decimal): boolean {
  if (rate.eq(-1)) return hasRootNextToTotalLoss(flows);
  const reach = Decimal.max(1, rate.abs()).mul('1e-12');
  const low = exactPresentValue(flows, Decimal.max(rate.sub(reach), rate.sub(1).div(2)));
  const high = exactPresentValue(flows, rate.add(reach));
  if (low.isZero() || high.isZero() || low.s !== high.s) return true;
  // At a root of even multiplicity, the value within the interval is far smaller than at its ends.
  return exactPresentValue(flows, rate).abs().lt(Decimal.min(low.abs(), high.abs()).mul('0.01'));
}

/**
 * Returns true if the value, as of the last day, changes sign at a rate between -100% and 1e-12 above it.
 *
 * In v = (1 + r) ^ (1 / 365) it is a polynomial, which is evaluated step by step. There may be several roots, and 1 + r may have hundreds of leading
 * zeros.
 */
function hasRootNextToTotalLoss(flows: readonly CashFlow[]): boolean {
  const end = flows
    .map((flow) => flow.date)
    .sort()
    .at(-1)!;
  const highest = new Exact('1e-12').ln().div(365).exp();
  const points = [
    ...Array.from({ length: 40 }, (_, i) => new Exact(10).pow(i - 42)),
    ...Array.from({ length: 1_000 }, (_, i) => highest.mul(i + 1).div(1_000)),
  ];
  const signs = points.map((v) =>
    flows.reduce<Decimal>((sum, { date, amount }) => sum.add(v.pow(daysBetween(date, end)).mul(amount)), new Exact(0)),
  );
  return signs.some((value, i) => i > 0 && value.s !== signs[i - 1]!.s);
}
