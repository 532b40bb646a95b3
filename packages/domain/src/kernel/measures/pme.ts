import {
  type CalendarDate,
  type Decimal,
  defineFormula,
  err,
  fail,
  type Failure,
  type Failures,
  ok,
  type Recorder,
  type Result,
  displayedDate,
  zero,
} from '@carrara/domain/kernel';
import type { CashFlow } from './flowSeries.ts';
import { type IndexValue, indexFailures, indexInOrder } from './indexValues.ts';
import { logRateOfReturn } from './irr.ts';

/** Cash between a fund and its investors. */
export interface FundCash extends CashFlow {
  /** True for the returned excess of a call. It is positive and reduces contributions rather than counting as a distribution. */
  readonly isExcess?: boolean | undefined;
}

/** Returns the contributions, less returned excess, and the distributions. */
export function contributedAndDistributed(flows: readonly FundCash[]): { contributed: Decimal; distributed: Decimal } {
  let [contributed, distributed] = [zero, zero];
  for (const flow of flows) {
    if (isContribution(flow)) contributed = contributed.minus(flow.amount);
    else distributed = distributed.plus(flow.amount);
  }
  return { contributed, distributed };
}
export const isContribution = ({ amount, isExcess }: FundCash): boolean => isExcess === true || amount.lt(0);

export interface PublicMarketInput {
  /** Contributions are negative; distributions and returned excess are positive. None is after `asOf`. */
  readonly flows: readonly FundCash[];
  readonly index: readonly IndexValue[];
  readonly nav: Decimal;
  readonly asOf: CalendarDate;
}

export interface PublicMarketEquivalent {
  /** Above 1 if the fund outperformed the index. Null if nothing was contributed. */
  readonly ksPme: Decimal | null;
  /** Continuous annual excess over the index; null if the scaled flows have no rate, with the reason in `noDirectAlpha`. */
  readonly directAlpha: Decimal | null;
  readonly noDirectAlpha?: Failure;
  /** True if several rates solve the scaled flows. Alpha then uses the rate closest to 10%. */
  readonly multiple: boolean;
  /** INDEX_STALE for each day whose index value is more than 7 days older. */
  readonly warnings: Failures;
}

const ksPmeFormula = defineFormula({
  id: 'performance.ksPme',
  text: 'KS-PME = (sum of distributions x index at the end / index on the day + NAV) / sum of contributions x the same ratio',
  inputs: { grownDistributions: 'money', nav: 'money', grownContributions: 'money' },
  result: 'multiple',
  source: 'docs/calculations/pme.md; Kaplan and Schoar 2005',
});
const directAlphaFormula = defineFormula({
  id: 'performance.directAlpha',
  text: 'direct alpha = ln(1 + IRR of the flows grown with the index to the end, and NAV)',
  inputs: { irr: 'rate' },
  result: 'rate',
  source: 'docs/calculations/pme.md; Gredil, Griffiths and Stucke 2014',
});

/** The age in days up to which an index value is used without a warning. */
const STALE_DAYS = 7;

/**
 * Compares a fund with a public index: the same money, invested in the index.
 *
 *     KS-PME = (sum D_t x M_n / M_t + NAV) / sum C_t x M_n / M_t
 *     direct alpha = ln(1 + IRR of the flows a_t x M_n / M_t and of NAV on the last day), taken from the root itself
 *
 * M is the index value on the day or the latest before it.
 *
 * Units:  flows and NAV in one currency; index values in any unit above zero; alpha a fraction a year.
 * Source: Kaplan and Schoar, 'Private equity performance', 2005; Gredil, Griffiths and Stucke, 'Benchmarking private equity:
 *         the direct alpha method', 2014; docs/calculations/pme.md.
 * Fails:  INDEX_NOT_POSITIVE, INDEX_DATE_TWICE, NO_INDEX_VALUE (with its date), FLOW_AFTER_AS_OF.
 */
export function publicMarketEquivalent(
  { flows, index, nav, asOf }: PublicMarketInput,
  explain?: Recorder,
): Result<PublicMarketEquivalent, Failures> {
  const growth = computeGrowth({ flows, index, nav, asOf });
  if (growth.isErr()) return err(growth.error);
  const { grown, warnings } = growth.value;
  const { contributed: grownContributions, distributed: grownDistributions } = contributedAndDistributed(grown);
  const ksPme = grownContributions.isZero() ? null : grownDistributions.add(nav).div(grownContributions);
  explain?.record(['ksPme'], ksPmeFormula, { grownDistributions, nav, grownContributions }, ksPme);
  return ok({ ksPme, warnings, ...directAlpha([...grown, { date: asOf, amount: nav }], explain) });
}

/** Returns direct alpha as displayed next to rates of return. For spans under 365 days, both are for the span rather than a year. */
export const displayedAlpha = (directAlpha: Decimal, spanInDays: number): Decimal =>
  spanInDays < 365 ? directAlpha.times(spanInDays).div(365) : directAlpha;

interface Growth {
  /** Each flow at its value on the last day. */
  readonly grown: readonly FundCash[];
  readonly warnings: Failures;
}

/** Grows the flows with the index to the last day. Fails as `publicMarketEquivalent`. */
export function computeGrowth({ flows, index, asOf }: PublicMarketInput): Result<Growth, Failures> {
  const values = indexInOrder(index);
  const failures: Failure[] = [...indexFailures(index)];
  const warnings: Failure[] = [];
  const valueOn = (date: CalendarDate, path: readonly (string | number)[]): Decimal | undefined => {
    const found = values.on(date);
    if (found === undefined) {
      failures.push(fail('NO_INDEX_VALUE', path, `the index has no value on or before ${displayedDate(date)}`));
      return undefined;
    }
    if (found.age > STALE_DAYS) {
      warnings.push(fail('INDEX_STALE', path, `the index value of ${displayedDate(date)} is ${found.age} days old`));
    }
    return found.value;
  };
  const atEnd = valueOn(asOf, ['asOf']);
  const grown: FundCash[] = [];
  flows.forEach((flow, i) => {
    const { date, amount } = flow;
    if (date > asOf)
      failures.push(
        fail('FLOW_AFTER_AS_OF', ['flows', i, 'date'], `${displayedDate(date)} is after ${displayedDate(asOf)}`),
      );
    const then = valueOn(date, ['flows', i, 'date']);
    if (then?.gt(0) && atEnd !== undefined) grown.push({ ...flow, amount: amount.mul(atEnd).div(then) });
  });
  return failures.length > 0 ? err(failures) : ok({ grown, warnings });
}

function directAlpha(
  flows: readonly CashFlow[],
  explain?: Recorder,
): Omit<PublicMarketEquivalent, 'ksPme' | 'warnings'> {
  const rate = logRateOfReturn(flows);
  if (rate.isErr()) return { directAlpha: null, noDirectAlpha: rate.error, multiple: false };
  const { logRate, multiple } = rate.value;
  explain?.record(['directAlpha'], directAlphaFormula, { irr: logRate.exp().sub(1) }, logRate);
  return { directAlpha: logRate, multiple };
}
