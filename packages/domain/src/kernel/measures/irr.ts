import {
  Decimal,
  defineFormula,
  err,
  type Failure,
  fail,
  ok,
  type Recorder,
  required,
  type Result,
  roundTo,
} from '@carrara/domain/kernel';
import { closeRoots } from './closeRoots.ts';
import { type CashFlow, DAYS_A_YEAR, type FlowSeries, flowSeries } from './flowSeries.ts';
import { isOnlyRoot } from './rootCount.ts';
import { HIGHEST, isolateRoots } from './rootIsolation.ts';
import { type Bracket, certainBracket, type FoundRoot, polishRoot, searchRoot } from './rootSearch.ts';

export interface InternalRate {
  /** The annual rate as a fraction: 0.1 is 10%. */
  readonly irr: Decimal;
  /** True if other rates satisfy the equation too; `roots` lists them all in ascending order. */
  readonly multiple: boolean;
  readonly roots: readonly Decimal[];
  /** True if the flows span less than a year. An annual rate then says little and must not be published as one. */
  readonly underOneYear: boolean;
}

const irrFormula = defineFormula({
  id: 'performance.irr',
  text: 'the rate r at which the sum of amount / (1 + r) ^ (days since the first flow / 365) is 0; if there are several, the one nearest to 10%',
  inputs: { amount: 'money', date: 'date' },
  result: 'rate',
  rounding: 'error at most 1e-12 x max(1, |r|); displayed with 12 significant digits, which adds at most 5e-12 x |r|',
  source: 'docs/calculations/irr.md',
});

const USUAL = Math.log(1.1);
/** Rates below this (1 + r = 1e-12) can't be distinguished from a total loss in the digits of a rate. */
const LOWEST = Math.log(1e-12);
const EVERYWHERE: Bracket = { low: -Infinity, high: Infinity };
/** The search's share of the documented error of 1e-12. Writing the rate with 12 digits adds up to 5e-13. */
const ERROR_GOAL = 4e-13;

/**
 * Computes the internal rate of return of dated flows, as Excel's XIRR defines it.
 *
 *     sum of a_i / (1 + r) ^ (days_i / 365) = 0,  days from the first flow,  -1 < r <= 1e12
 *
 * Flows may be unsorted. Flows of the same day are netted, and zeros are dropped. All roots are found, including those that only touch zero. If there
 * are several, the result is the one nearest to 10% in ln(1 + r). Roots with 1 + r below 1e-12 can't be distinguished
 * from a total loss. They count only if there is no other root, and are returned as -1.
 *
 * Units:  amounts in one currency, negative paid in, positive received; the rate a fraction a year, actual/365.
 *         Error at most 1e-12 x max(1, |r|).
 * Source: Excel XIRR; Soper 1959 and Norstrom 1972 on uniqueness; docs/calculations/irr.md.
 * Fails:  NO_SIGN_CHANGE (nothing received or nothing paid), NO_ROOT (no rate up to 1e12 satisfies the equation).
 */
export function internalRateOfReturn(flows: readonly CashFlow[], explain?: Recorder): Result<InternalRate, Failure> {
  const result = rateOfSeries(flowSeries(flows));
  if (explain !== undefined && result.isOk()) {
    const inputs = { amount: flows.map(({ amount }) => amount), date: flows.map(({ date }) => date) };
    explain.record(['irr'], irrFormula, inputs, result.value.irr);
  }
  return result;
}

/** Computes the rate of a prepared series. Fails like `internalRateOfReturn`. */
export function rateOfSeries(series: FlowSeries): Result<InternalRate, Failure> {
  return logRatesOf(series).map((logRates) => {
    const irr = rateOf(nearestTo((USUAL * series.year) / DAYS_A_YEAR, logRates));
    return {
      irr,
      multiple: logRates.length > 1,
      roots: logRates.length === 1 ? [irr] : logRates.map(rateOf),
      underOneYear: series.span < DAYS_A_YEAR,
    };
  });
}

/** Returns every ln(1 + r) that satisfies the equation, in ascending order; never empty. */
function logRatesOf(series: FlowSeries): Result<readonly number[], Failure> {
  if (series.signChanges === 0) {
    return err(fail('NO_SIGN_CHANGE', ['flows'], 'there must be money paid in and money received, on different days'));
  }
  const logRates = inRange(series.signChanges === 1 ? singleRoot(series) : allRoots(series));
  return logRates.length === 0 ? err(fail('NO_ROOT', ['flows'], noRootDetail(series))) : ok(logRates);
}

/**
 * Returns ln(1 + r) of the result, which is as exact as the rate itself: near -100%, the digits of the rate no longer determine it.
 *
 * Units:  a fraction a year, continuous. Error at most 1e-12 x max(1, |ln(1 + r)|).
 * Fails:  as `internalRateOfReturn`; TOTAL_LOSS (1 + r below 1e-12).
 */
export function logRateOfReturn(flows: readonly CashFlow[]): Result<{ logRate: Decimal; multiple: boolean }, Failure> {
  const series = flowSeries(flows);
  return logRatesOf(series).andThen((logRates) => {
    const x = nearestTo(USUAL, logRates);
    if (x < LOWEST) return err(fail('TOTAL_LOSS', [], 'ln(1 - 100%) has no value'));
    const polished = polishRoot(series, x);
    const root =
      polished.error <= ERROR_GOAL * Math.max(1, Math.abs(polished.x))
        ? polished.x
        : nearestTo(x, closeRoots(series, certainBracket(series, x, EVERYWHERE)));
    return ok({ logRate: new Decimal(root), multiple: logRates.length > 1 });
  });
}

const nearestTo = (target: number, roots: readonly number[]) =>
  roots.reduce((best, x) => (Math.abs(x - target) < Math.abs(best - target) ? x : best));

function noRootDetail(series: FlowSeries): string {
  return series.signChanges % 2 === 1
    ? 'The return is above 100,000,000,000,000% per year, the highest rate computed.'
    : 'These cash flows don’t break even at any annual rate, so they have no IRR.';
}

const RATE_DECIMALS = 16;
/** Rounds a rate to 16 decimals. Near -100% and near zero, a double has no more meaningful digits. */
function rateOf(x: number): Decimal {
  const rate = new Decimal(Math.expm1(x));
  return rate.decimalPlaces() > RATE_DECIMALS ? roundTo(rate, RATE_DECIMALS) : rate;
}

/** Drops roots above the limit, and those that can't be distinguished from -100% unless there are no others. */
function inRange(logRates: number[]): number[] {
  const [only] = logRates;
  if (only !== undefined && logRates.length === 1 && only >= LOWEST && only <= HIGHEST) return logRates;
  const sorted = logRates.filter((x) => x <= HIGHEST).sort((a, b) => a - b);
  const distinct = sorted.filter((x) => x >= LOWEST);
  return distinct.length > 0 ? distinct : sorted.slice(-1);
}

function singleRoot(series: FlowSeries): number[] {
  // With one sign change, the balance is monotone, so the search always finds a root.
  return accurateRoots(series, required(searchRoot(series), 'the root of a monotone balance'));
}

/** Finds all roots. Most funds have a single one even if money goes both ways for years. One pass proves that, before the search for all. */
function allRoots(series: FlowSeries): number[] {
  const found = searchRoot(series);
  const root = found === undefined || isAccurate(found) ? found : polishRoot(series, found.x);
  if (root !== undefined && isAccurate(root) && isOnlyRoot(series, root.x, root.error)) return [root.x];
  const { single, unclear } = isolateRoots(series);
  return [
    ...single.flatMap((bracket) =>
      accurateRoots(series, required(searchRoot(series, bracket), 'the root in a bracket of one'), bracket),
    ),
    ...unclear.flatMap((bracket) => closeRoots(series, bracket)),
  ];
}

/** Returns the root as found if it is accurate enough, otherwise polished, otherwise computed with 70 digits. */
function accurateRoots(series: FlowSeries, found: FoundRoot, within: Bracket = EVERYWHERE): number[] {
  if (isAccurate(found)) return [found.x];
  const polished = polishRoot(series, found.x);
  if (isAccurate(polished)) return [polished.x];
  return closeRoots(series, certainBracket(series, found.x, within));
}

function isAccurate({ x, error }: FoundRoot): boolean {
  const rate = Math.expm1(x);
  return error * (1 + rate) <= ERROR_GOAL * Math.max(1, Math.abs(rate));
}
