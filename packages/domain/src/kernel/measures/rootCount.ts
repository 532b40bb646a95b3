import { type Doubles, doubles, required } from '@carrara/domain/kernel';
import type { FlowSeries } from './flowSeries.ts';
import { gapFactors } from './presentValue.ts';

/**
 * Returns true if no root lies beyond the log rate x, either above it (toward higher rates) or below it.
 *
 * If all running totals of the flows discounted at x, taken from the first day (from the last), have one sign, the net
 * present value keeps that sign for every higher (lower) rate: Abel summation with falling (rising) weights.
 */
export function noRootBeyond(series: FlowSeries, x: number, side: 'above' | 'below'): boolean {
  return steadyRun(series, discounted(series, x), side === 'above' ? 1 : -1, 0) === series.count;
}

/**
 * Returns true if a root at x, at most `error` away from the true one, is certainly the only one.
 *
 * The running balance, invested at that rate, must never change sign before it ends at zero. The net present value
 * divided by (x - root) is then an integral of one sign. Source: Soper, 'The marginal efficiency of capital', 1959
 * (his condition that the unrecovered investment stays outstanding until the end), here for irregular days and for
 * all rates above -100%.
 */
export function isOnlyRoot(series: FlowSeries, x: number, error: number): boolean {
  const { count, span, year, signChanges } = series;
  const endsWithFirstSign = signChanges % 2 === 0;
  if (endsWithFirstSign) return false;
  const values = discounted(series, x);
  const doubt = (error * span) / year;
  const fromStart = steadyRun(series, values, 1, doubt);
  // The balance after k flows is the total of the first k, and minus the total of the others. Proving either is enough.
  return fromStart >= count - 1 || fromStart + steadyRun(series, values, -1, doubt) >= count - 1;
}

/** Returns how many running totals, from the start (1) or from the end (-1), keep the sign of the first one beyond any rounding doubt. */
function steadyRun({ count }: FlowSeries, values: Doubles, step: 1 | -1, doubt: number): number {
  const begin = step === 1 ? 0 : count - 1;
  const sign = Math.sign(required(values[begin], 'the present value of a flow'));
  const tolerance = Number.EPSILON * (8 + 4 * count) + doubt;
  let total = 0;
  let size = 0;
  let run = 0;
  for (let i = begin; run < count; i += step, run++) {
    const value = sign * required(values[i], 'the present value of a flow');
    total += value;
    size += Math.abs(value);
    if (!(total > tolerance * size)) break;
  }
  return run;
}

/** Returns the present values of the single flows, relative to the first day, or to the last for x < 0, so that none overflows. */
function discounted(series: FlowSeries, x: number): Doubles {
  const { count, amounts, gapOf } = series;
  const factors = gapFactors(series, x);
  const values = doubles(count);
  const forward = x >= 0;
  const step = forward ? 1 : -1;
  const gapAt = forward ? 1 : 0;
  let weight = 1;
  let i = forward ? 0 : count - 1;
  for (let remaining = count; remaining > 0; remaining--) {
    values[i] = required(amounts[i], 'the amount of a flow') * weight;
    if (remaining > 1) {
      const gap = required(gapOf[i + gapAt], 'the gap between two flows');
      weight *= required(factors[gap], 'the discount factor of a gap');
    }
    i += step;
  }
  return values;
}
