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
 * Below -100 % nothing is defined: there the reach ends half way to it. A rate of -100 % stands for any root next to it.
 */
export function isTrueRate(flows: readonly CashFlow[], rate: Decimal): boolean {
  if (rate.eq(-1)) return hasRootNextToTotalLoss(flows);
  const reach = Decimal.max(1, rate.abs()).mul('1e-12');
  const low = exactPresentValue(flows, Decimal.max(rate.sub(reach), rate.sub(1).div(2)));
  const high = exactPresentValue(flows, rate.add(reach));
  if (low.isZero() || high.isZero() || low.s !== high.s) return true;
  // A root of even multiplicity: within the reach the value falls far below what it is at its borders.
  return exactPresentValue(flows, rate).abs().lt(Decimal.min(low.abs(), high.abs()).mul('0.01'));
}

/**
 * Whether the value, as of the last day, changes sign at a rate from -100 % to 1e-12 above it.
 *
 * In v = (1 + r) ^ (1 / 365) it is a polynomial, which is stepped through: there may be several roots, one for a hundred or a
 * thousand digits of 1 + r.
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
