import type { FlowSeries } from './flowSeries.ts';
import { type Balance, balanceAt, DAYS_A_YEAR, noiseAt } from './presentValue.ts';

const MAX_STEPS = 80;

export interface Bracket {
  readonly low: number;
  readonly high: number;
}

export interface FoundRoot {
  readonly x: number;
  /** A bound of how far x may be from the true root. */
  readonly error: number;
}

/**
 * Searches a root of the log balance, kept inside a bracket once there is one.
 *
 * The log balance is nearly straight, so the root is read off a cubic through the last two points and slopes (inverse Hermite
 * interpolation); Newton begins. Three or four weighings do. With one sign change the balance is strictly monotone and the
 * search cannot fail. Undefined when no root came up: with several sign changes there may be none.
 */
export function searchRoot(series: FlowSeries, within?: Bracket): FoundRoot | undefined {
  let low = within?.low ?? -Infinity;
  let high = within?.high ?? Infinity;
  // Above the last root the sign is that of the first flow: everything later is discounted away.
  const signAbove = Math.sign(within === undefined ? series.amounts[0]! : balanceAt(series, high).log);
  const bracketed = within !== undefined || series.signChanges % 2 === 1;
  let before: Balance | undefined;
  let here = balanceAt(series, within === undefined ? 0 : (low + high) / 2);
  for (let i = 0; i < MAX_STEPS; i++) {
    if (bracketed) {
      if (Math.sign(here.log) === signAbove) high = here.x;
      else low = here.x;
    }
    const next = nextPoint(here, before, low, high);
    const error = errorAfter(series, here, next - here.x);
    // A step that rounding alone explains ends the search, however badly conditioned the root is.
    if (error < 1e-13 || Math.abs(next - here.x) <= 4 * Number.EPSILON * Math.abs(next)) return { x: next, error };
    if (Math.abs(here.log) <= noiseAt(series, here.x)) return { x: here.x, error };
    if (!Number.isFinite(next)) return undefined;
    before = here;
    here = balanceAt(series, next);
  }
  return bracketed ? { x: here.x, error: high - low } : undefined;
}

function nextPoint(here: Balance, before: Balance | undefined, low: number, high: number): number {
  const newton = here.x - here.log / slopeOf(here);
  const curved = before === undefined ? newton : inverseHermite(before, here);
  // The cubic is trusted only where it agrees with the tangent about where to go.
  const next = Math.abs(curved - newton) <= Math.abs(newton - here.x) / 2 ? curved : newton;
  if (next > low && next < high) return next;
  if (low === -Infinity && high === Infinity) return next;
  if (high === Infinity) return low + Math.max(1, Math.abs(low));
  if (low === -Infinity) return high - Math.max(1, Math.abs(high));
  return (low + high) / 2;
}

const slopeOf = (balance: Balance): number => balance.paid - balance.received;

/** x at h = 0 of the cubic x(h) through two points with their slopes. */
function inverseHermite(a: Balance, b: Balance): number {
  const width = b.log - a.log;
  const s = -a.log / width;
  const back = 1 - s;
  return (
    back * back * (1 + 2 * s) * a.x +
    s * s * (3 - 2 * s) * b.x +
    (s * back * back * width) / slopeOf(a) -
    (s * s * back * width) / slopeOf(b)
  );
}

/** What is left after a step: the bend of the balance (at most span^2 / 4) over the step, and rounding. */
function errorAfter(series: FlowSeries, here: Balance, step: number): number {
  const years = series.span / DAYS_A_YEAR;
  return ((years * years * step * step) / 4 + noiseAt(series, here.x)) / Math.abs(slopeOf(here));
}

/** One Newton step on the net present value itself, each flow discounted on its own and summed with compensation. */
export function polishRoot({ count, days, amounts, span }: FlowSeries, x: number): FoundRoot {
  const origin = x >= 0 ? 0 : span;
  let sum = 0;
  let lost = 0;
  let size = 0;
  let slope = 0;
  let steep = 0;
  let bend = 0;
  for (let i = 0; i < count; i++) {
    const years = (days[i]! - origin) / DAYS_A_YEAR;
    const value = amounts[i]! * Math.exp(-x * years);
    const total = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - total + value : value - total + sum;
    sum = total;
    const absolute = Math.abs(value);
    size += absolute;
    slope += value * years;
    steep += absolute * Math.abs(years);
    bend += absolute * years * years;
  }
  const step = (sum + lost) / slope;
  const rounding = (Number.EPSILON * (4 * size + 2 * Math.abs(x) * steep)) / Math.abs(slope);
  return { x: x + step, error: rounding + (bend / Math.abs(slope)) * step * step };
}
