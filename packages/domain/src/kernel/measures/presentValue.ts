import type { FlowSeries } from './flowSeries.ts';

/**
 * The two sides of a series at a log rate x = ln(1 + r): P, the present value of what is received, and N, of what is paid.
 *
 * `log` is h = ln P - ln N, which is zero exactly where the net present value is. Both ln P and ln N are convex and fall
 * with x; their slopes are minus the durations `received` and `paid` in years.
 */
export interface Balance {
  readonly x: number;
  readonly log: number;
  readonly logReceived: number;
  readonly logPaid: number;
  readonly received: number;
  readonly paid: number;
}

const SMALLEST_SAFE = 1e-280;
/** Flows between two fresh discount factors. */
const BLOCK = 32;

/** What one unit is worth after each length of gap, at |x|. */
export function gapFactors({ gaps, year }: FlowSeries, x: number): number[] {
  const step = -Math.abs(x) / year;
  const factors: number[] = [];
  for (let g = 0; g < gaps.length; g++) factors.push(Math.exp(step * gaps[g]!));
  return factors;
}

/**
 * Weighs the two sides. A discount factor is built up gap by gap, with one exponential for each length of gap, from the end
 * at which the factors are largest (the first day for x >= 0, else the last): nothing overflows. It is computed anew, and sums
 * are closed, every so many flows, so that rounding does not build up.
 */
export function balanceAt(series: FlowSeries, x: number): Balance {
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
    let weight = Math.exp((-x * (days[i]! - origin)) / year);
    let blockReceived = 0;
    let blockPaid = 0;
    let blockReceivedDays = 0;
    let blockPaidDays = 0;
    for (let left = Math.min(BLOCK, count - done); left > 0; left--) {
      const value = amounts[i]! * weight;
      if (value > 0) {
        blockReceived += value;
        blockReceivedDays += value * days[i]!;
      } else {
        blockPaid -= value;
        blockPaidDays -= value * days[i]!;
      }
      if (left > 1) weight *= factors[gapOf[i + gapAt]!]!;
      i += step;
    }
    received += blockReceived;
    paid += blockPaid;
    receivedDays += blockReceivedDays;
    paidDays += blockPaidDays;
  }
  if (received < SMALLEST_SAFE || paid < SMALLEST_SAFE) return balanceByLogs(series, x);
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

/** The same where one side is too small for a double: each side is weighed relative to its own largest term. */
function balanceByLogs(series: FlowSeries, x: number): Balance {
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
  const logs: number[] = [];
  const since: number[] = [];
  for (let i = 0; i < days.length; i++) {
    if (amounts[i]! > 0 !== positive) continue;
    logs.push(Math.log(Math.abs(amounts[i]!)) - (x * days[i]!) / year);
    since.push(days[i]!);
  }
  const largest = logs.reduce((a, b) => Math.max(a, b), -Infinity);
  let sum = 0;
  let weighted = 0;
  for (let i = 0; i < logs.length; i++) {
    const value = Math.exp(logs[i]! - largest);
    sum += value;
    weighted += value * since[i]!;
  }
  return { log: largest + Math.log(sum), duration: weighted / sum / year };
}

/** How far `log` may be off by rounding: of a block's factors and sums, of the sums of blocks, and of the exponents. */
export function noiseAt({ count, span, year }: FlowSeries, x: number): number {
  const terms = Math.min(count, BLOCK);
  return Number.EPSILON * (8 + 2 * terms + count / BLOCK + (2 * Math.abs(x) * span) / year);
}
