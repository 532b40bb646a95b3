import { required } from '@carrara/domain/kernel';
import type { FlowSeries } from './flowSeries.ts';

/**
 * The two sides of a series at a log rate x = ln(1 + r): P, the present value of received cash, and N, of paid cash.
 *
 * `log` is h = ln P - ln N, which is zero exactly where the net present value is. Both ln P and ln N are convex and fall
 * with x; their slopes are minus the durations `received` and `paid` in years.
 */
export interface PresentValues {
  readonly x: number;
  readonly log: number;
  readonly logReceived: number;
  readonly logPaid: number;
  readonly received: number;
  readonly paid: number;
}

const SMALLEST_SAFE = 1e-280;
/** The number of flows between two newly computed discount factors. */
const BLOCK = 32;

/** Returns the value of one unit after each length of gap, at |x|. */
export function gapFactors({ gaps, year }: FlowSeries, x: number): number[] {
  const step = -Math.abs(x) / year;
  const factors: number[] = [];
  for (const gap of gaps) factors.push(Math.exp(step * gap));
  return factors;
}

/**
 * Computes the two sides. Discount factors are built up gap by gap, with one exponential per length of gap. They
 * start at the end with the largest factors (the first day for x >= 0, otherwise the last), so nothing overflows.
 * Factors are recomputed and sums closed every few flows, so that rounding errors don't accumulate.
 */
export function presentValuesAt(series: FlowSeries, x: number): PresentValues {
  const { count, days, amounts, gapOf, span, year } = series;
  const factors = gapFactors(series, x);
  const step = x >= 0 ? 1 : -1;
  const gapAt = x >= 0 ? 1 : 0;
  const origin = x >= 0 ? 0 : span;
  let received = 0;
  let paid = 0;
  let receivedDays = 0;
  let paidDays = 0;
  let i = x >= 0 ? 0 : count - 1;
  for (let done = 0; done < count; done += BLOCK) {
    let weight = Math.exp((-x * (required(days[i], 'the day of a flow') - origin)) / year);
    let blockReceived = 0;
    let blockPaid = 0;
    let blockReceivedDays = 0;
    let blockPaidDays = 0;
    for (let remaining = Math.min(BLOCK, count - done); remaining > 0; remaining--) {
      const value = required(amounts[i], 'the amount of a flow') * weight;
      const valueDays = value * required(days[i], 'the day of a flow');
      if (value > 0) {
        blockReceived += value;
        blockReceivedDays += valueDays;
      } else {
        blockPaid -= value;
        blockPaidDays -= valueDays;
      }
      if (remaining > 1) {
        const gap = required(gapOf[i + gapAt], 'the gap between two flows');
        weight *= required(factors[gap], 'the discount factor of a gap');
      }
      i += step;
    }
    received += blockReceived;
    paid += blockPaid;
    receivedDays += blockReceivedDays;
    paidDays += blockPaidDays;
  }
  if (received < SMALLEST_SAFE || paid < SMALLEST_SAFE) return presentValuesByLogs(series, x);
  const shift = x >= 0 ? 0 : (-x * span) / year;
  const logReceived = Math.log(received);
  const logPaid = Math.log(paid);
  return {
    x,
    log: logReceived - logPaid,
    logReceived: logReceived + shift,
    logPaid: logPaid + shift,
    received: receivedDays / received / year,
    paid: paidDays / paid / year,
  };
}

/** Computes the two sides if one is too small for a double: each is relative to its own largest term. */
function presentValuesByLogs(series: FlowSeries, x: number): PresentValues {
  const received = sideByLogs(series, x, true);
  const paid = sideByLogs(series, x, false);
  return {
    x,
    log: received.log - paid.log,
    logReceived: received.log,
    logPaid: paid.log,
    received: received.duration,
    paid: paid.duration,
  };
}

function sideByLogs(
  { days, amounts, year }: FlowSeries,
  x: number,
  positive: boolean,
): { log: number; duration: number } {
  const terms: { readonly log: number; readonly day: number }[] = [];
  for (const [i, amount] of amounts.entries()) {
    if (amount > 0 !== positive) continue;
    const day = required(days[i], 'the day of a flow');
    terms.push({ log: Math.log(Math.abs(amount)) - (x * day) / year, day });
  }
  const largest = terms.reduce((a, { log }) => Math.max(a, log), -Infinity);
  let sum = 0;
  let weighted = 0;
  for (const { log, day } of terms) {
    const value = Math.exp(log - largest);
    sum += value;
    weighted += value * day;
  }
  return { log: largest + Math.log(sum), duration: weighted / sum / year };
}

/** Returns the possible rounding error of `log`: of a block's factors and sums, of the sums of blocks, and of the exponents. */
export function roundingErrorAt({ count, span, year }: FlowSeries, x: number): number {
  const terms = Math.min(count, BLOCK);
  return Number.EPSILON * (8 + 2 * terms + count / BLOCK + (2 * Math.abs(x) * span) / year);
}
