import type { FlowSeries } from './flowSeries.ts';
import { type PresentValues, presentValuesAt, roundingErrorAt } from './presentValue.ts';
import { noRootBeyond } from './rootCount.ts';
import type { Bracket } from './rootSearch.ts';

/** The highest rate searched, 1e12, as a log rate, plus a little so that the limit itself is included. */
export const HIGHEST = Math.log1p(1e12) + 1e-9;

const NARROWEST = 1e-6;
/** The positions at which an interval is cut: off the middle if the middle happens to be a root. */
const CUTS = [0.5, 0.4, 0.6, 0.3, 0.7];

export interface Isolation {
  /** Each holds exactly one simple root. */
  readonly single: readonly Bracket[];
  /** Each may contain roots, or none, that doubles can't distinguish. */
  readonly unclear: readonly Bracket[];
}

/**
 * Finds every root of a series with several sign changes, each in its own interval. None can be missed.
 *
 * The two ends of an interval give strict bounds inside it. The durations of both sides fall with x, so the slope of the log balance lies between
 * known limits. Both logs are convex, so each lies above its tangents and below its chord. An interval is dropped if the bounds exclude zero,
 * accepted if they prove the balance monotone, and otherwise cut in two.
 */
export function isolateRoots(series: FlowSeries): Isolation {
  const single: Bracket[] = [];
  const unclear: Bracket[] = [];
  const open: [PresentValues, PresentValues][] = [
    [presentValuesAt(series, lowestPoint(series)), presentValuesAt(series, highestPoint(series))],
  ];
  for (let interval = open.pop(); interval !== undefined; interval = open.pop()) {
    const [start, end] = interval;
    const signs = signOf(series, start) * signOf(series, end);
    if (isMonotone(start, end) && signs !== 0) {
      if (signs < 0) single.push({ low: start.x, high: end.x });
    } else if (signs > 0 && staysClear(series, start, end)) {
      // no root inside
    } else {
      const middle = end.x - start.x > NARROWEST ? clearPointBetween(series, start.x, end.x) : undefined;
      if (middle === undefined) unclear.push({ low: start.x, high: end.x });
      else open.push([start, middle], [middle, end]);
    }
  }
  return { single, unclear: joined(unclear) };
}

/** Joins adjacent intervals. Around a root of higher multiplicity, many small intervals stay unclear. */
function joined(brackets: readonly Bracket[]): Bracket[] {
  const result: Bracket[] = [];
  for (const bracket of [...brackets].sort((a, b) => a.low - b.low)) {
    const before = result.at(-1);
    if (before?.high === bracket.low) result[result.length - 1] = { low: before.low, high: bracket.high };
    else result.push(bracket);
  }
  return result;
}

function signOf(series: FlowSeries, balance: PresentValues): -1 | 0 | 1 {
  const noise = roundingErrorAt(series, balance.x);
  return balance.log > noise ? 1 : balance.log < -noise ? -1 : 0;
}

function isMonotone(start: PresentValues, end: PresentValues): boolean {
  const doubt = 1e-12 * (Math.abs(start.paid) + Math.abs(start.received));
  return end.paid - start.received > doubt || start.paid - end.received < -doubt;
}

/** Returns true if the log balance, which has one sign at both ends, keeps it inside: the lower side's chord never meets the upper's tangents. */
function staysClear(series: FlowSeries, start: PresentValues, end: PresentValues): boolean {
  const positive = start.log > 0;
  const upper = (b: PresentValues) => (positive ? b.logReceived : b.logPaid);
  const lower = (b: PresentValues) => (positive ? b.logPaid : b.logReceived);
  const duration = (b: PresentValues) => (positive ? b.received : b.paid);
  const width = end.x - start.x;
  const bend = duration(start) - duration(end);
  if (bend <= 0) return true;
  // The point where the tangents at the two ends meet, as a distance from the start.
  const kink = Math.min(width, Math.max(0, (upper(start) - upper(end) - duration(end) * width) / bend));
  const tangent = upper(start) - duration(start) * kink;
  const chord = lower(start) + ((lower(end) - lower(start)) * kink) / width;
  return tangent - chord > roundingErrorAt(series, Math.max(Math.abs(start.x), Math.abs(end.x)));
}

function clearPointBetween(series: FlowSeries, low: number, high: number): PresentValues | undefined {
  for (const cut of CUTS) {
    const balance = presentValuesAt(series, low + (high - low) * cut);
    if (signOf(series, balance) !== 0) return balance;
  }
  return undefined;
}

/** Returns a point below which there is certainly no root: for a low enough x, the last flow outweighs all others. */
function lowestPoint(series: FlowSeries): number {
  let x = -1;
  while (!noRootBeyond(series, x, 'below') || signOf(series, presentValuesAt(series, x)) === 0) x *= 2;
  return x;
}

function highestPoint(series: FlowSeries): number {
  for (let x = 1; x < HIGHEST; x *= 2) {
    if (noRootBeyond(series, x, 'above') && signOf(series, presentValuesAt(series, x)) !== 0) return x;
  }
  return HIGHEST;
}
