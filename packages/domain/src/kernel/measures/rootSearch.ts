import { required } from '@carrara/domain/kernel';
import type { FlowSeries } from './flowSeries.ts';
import { type PresentValues, presentValuesAt, roundingErrorAt } from './presentValue.ts';

const MAX_STEPS = 80;
const GOOD_ENOUGH = 1e-13;
const CONDITION = 0.25;
const SMALL_STEP = 1e-5;

export interface Bracket {
  readonly low: number;
  readonly high: number;
}

export interface FoundRoot {
  readonly x: number;
  /** An upper bound of the distance between x and the true root. */
  readonly error: number;
}

/**
 * Searches for a root of the log balance, within a bracket once there is one.
 *
 * The log balance is nearly straight. The root is read off a cubic through the last two points and slopes (inverse
 * Hermite interpolation), starting with Newton's method. Three or four evaluations are enough. With one sign change,
 * the balance is strictly monotone and the search can't fail. Undefined if no root was found: with several sign
 * changes, there may be none.
 */
export function searchRoot(series: FlowSeries, within?: Bracket): FoundRoot | undefined {
  let low = within?.low ?? -Infinity;
  let high = within?.high ?? Infinity;
  // Above the last root, the sign is that of the first flow, because everything later is discounted away.
  const above =
    within === undefined ? required(series.amounts[0], 'the first flow') : presentValuesAt(series, high).log;
  const signAbove = Math.sign(above);
  const bracketed = within !== undefined || series.signChanges % 2 === 1;
  let before: PresentValues | undefined;
  let here = presentValuesAt(series, within === undefined ? 0 : (low + high) / 2);
  for (let i = 0; i < MAX_STEPS; i++) {
    if (bracketed) {
      if (Math.sign(here.log) === signAbove) high = here.x;
      else low = here.x;
    }
    const next = nextPoint(here, before, low, high);
    if (!Number.isFinite(next)) return undefined;
    const error = errorAfter(series, here, next - here.x);
    if (error < GOOD_ENOUGH) return { x: next, error };
    // Stop once rounding alone explains the remaining value, however badly conditioned the root is.
    if (Math.abs(here.log) <= roundingErrorAt(series, here.x)) return { x: here.x, error: Infinity };
    before = here;
    here = presentValuesAt(series, next);
  }
  return bracketed ? { x: here.x, error: Infinity } : undefined;
}

/** Returns the narrowest interval around a badly conditioned root, within a bracket, whose ends certainly have different signs. */
export function certainBracket(series: FlowSeries, x: number, within: Bracket): Bracket {
  for (let reach = 1e-12 * Math.max(1, Math.abs(x)); ; reach *= 4) {
    const low = Math.max(within.low, x - reach);
    const high = Math.min(within.high, x + reach);
    if (low === within.low && high === within.high) return within;
    const below = presentValuesAt(series, low);
    const above = presentValuesAt(series, high);
    const certain = Math.min(Math.abs(below.log), Math.abs(above.log)) > roundingErrorAt(series, Math.max(-low, high));
    if (certain && Math.sign(below.log) !== Math.sign(above.log)) return { low, high };
  }
}

function nextPoint(here: PresentValues, before: PresentValues | undefined, low: number, high: number): number {
  const newton = here.x - here.log / slopeOf(here);
  const curved = before === undefined ? newton : inverseHermite(before, here);
  // Use the cubic if it agrees with the tangent about the step, except for a small last step, where it suffers from cancellation.
  const step = Math.abs(newton - here.x);
  const next = step > SMALL_STEP && Math.abs(curved - newton) <= step / 2 ? curved : newton;
  if (next > low && next < high) return next;
  if (low === -Infinity && high === Infinity) return next;
  if (high === Infinity) return low + Math.max(1, Math.abs(low));
  if (low === -Infinity) return high - Math.max(1, Math.abs(high));
  return (low + high) / 2;
}

const slopeOf = (balance: PresentValues): number => balance.paid - balance.received;

/** Returns x at h = 0 of the cubic x(h) through two points with their slopes. */
function inverseHermite(a: PresentValues, b: PresentValues): number {
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

/**
 * Returns the remaining error after a step: rounding, plus the curvature of the balance (at most span^2 / 4) over the step. The bound is valid while
 * the slope can't vanish nearby (Kantorovich's condition); otherwise nothing is certain yet.
 */
function errorAfter(series: FlowSeries, here: PresentValues, step: number): number {
  const slope = Math.abs(slopeOf(here));
  const bend = (series.span / series.year) ** 2 / 4 / slope;
  const rounding = roundingErrorAt(series, here.x) / slope;
  const newton = -here.log / slopeOf(here);
  const reach = Math.abs(newton) + rounding;
  return bend * reach < CONDITION ? 2 * bend * reach * reach + rounding + Math.abs(step - newton) : Infinity;
}

/** Makes one Newton step on the net present value itself, discounting each flow separately and using compensated summation. */
export function polishRoot({ count, days, amounts, span, year }: FlowSeries, x: number): FoundRoot {
  const origin = x >= 0 ? 0 : span;
  let sum = 0;
  let lost = 0;
  let size = 0;
  let slope = 0;
  let steep = 0;
  let bend = 0;
  for (let i = 0; i < count; i++) {
    const years = (required(days[i], 'the day of a flow') - origin) / year;
    const value = required(amounts[i], 'the amount of a flow') * Math.exp(-x * years);
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
  // Amount, exponential and product are each off by half a unit or one, and the exponent by one unit of its own size.
  const rounding = (Number.EPSILON * (2 * size + Math.abs(x) * steep)) / Math.abs(slope);
  const curve = bend / Math.abs(slope);
  const reach = Math.abs(step) + rounding;
  return { x: x + step, error: curve * reach < CONDITION ? rounding + curve * reach * reach : Infinity };
}
