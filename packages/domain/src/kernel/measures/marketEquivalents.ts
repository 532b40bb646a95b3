import {
  type CalendarDate,
  Decimal,
  defineFormula,
  err,
  fail,
  type Failure,
  type Failures,
  ok,
  type Recorder,
  required,
  type Result,
  displayedDate,
  zero,
} from '@carrara/domain/kernel';
import { type CashFlow, flowSeries, notAnnualized } from './flowSeries.ts';
import type { IndexValue } from './indexValues.ts';
import { rateOfSeries } from './irr.ts';
import {
  contributedAndDistributed,
  type FundCash,
  computeGrowth,
  isContribution,
  type PublicMarketInput,
} from './pme.ts';

export interface MarketEquivalentInput extends PublicMarketInput {
  /** The fund's values on days before the last; modified PME needs one for each distribution. */
  readonly navs: readonly IndexValue[];
}

/** The value of the same money in the index, and the resulting rate or the reason why there is none. */
export interface Equivalent {
  readonly figure: Result<Decimal, Failure>;
  readonly rate: Result<Decimal, Failure>;
}

export interface MarketEquivalents {
  readonly irr: Result<Decimal, Failure>;
  /** Long and Nickels: `figure` is the NAV of the same flows in the index. */
  readonly longNickels: Equivalent;
  /** PME+: `figure` is the factor of the distributions. */
  readonly pmePlus: Equivalent;
  /** Modified PME: `figure` is the last NAV in the index. */
  readonly modified: Equivalent;
}

const longNickelsFormula = defineFormula({
  id: 'performance.longNickels',
  text: 'NAV in the index = contributions - distributions, each grown with the index to the end; its rate is the IRR of the fund’s flows with this NAV',
  inputs: { grownContributions: 'money', grownDistributions: 'money' },
  result: 'money',
  source: 'docs/calculations/pme.md; Long and Nickels 1996',
});
const pmePlusFormula = defineFormula({
  id: 'performance.pmePlus',
  text: 'L = (grown contributions - NAV) / grown distributions; its rate is the IRR of the contributions, L x distributions and NAV',
  inputs: { grownContributions: 'money', grownDistributions: 'money', nav: 'money' },
  result: 'multiple',
  source: 'docs/calculations/pme.md; Rouvinez 2003',
});
const modifiedPmeFormula = defineFormula({
  id: 'performance.modifiedPme',
  text: 'each distribution takes the fraction D / (D + NAV after it) of the index NAV; its rate is the IRR of the contributions, these distributions and the last index NAV',
  inputs: { part: 'rate', distribution: 'money' },
  result: 'money',
  source: 'docs/calculations/pme.md; Cambridge Associates 2013',
});
const modifiedPmeNavFormula = defineFormula({
  id: 'performance.modifiedPmeNav',
  text: 'index NAV = contributions - amounts that distributions took out of the index, all grown to the end',
  inputs: { contributed: 'money', withdrawn: 'money' },
  result: 'money',
  source: 'docs/calculations/pme.md; Cambridge Associates 2013',
});
const equivalentRateFormula = defineFormula({
  id: 'performance.equivalentRate',
  text: 'the IRR of the flows with the value of the money in the index; not annualized below 365 days',
  inputs: { amount: 'money', date: 'date' },
  result: 'rate',
  source: 'docs/calculations/pme.md',
});

/**
 * Computes the return of the fund's money if invested in an index, by the three methods that result in a rate.
 *
 *     LN:    V = sum C g - sum D g instead of the NAV;  g = I_end / I_day
 *     PME+:  L = (sum C g - NAV) / sum D g;  rate of -C, L x D, NAV
 *     mPME:  w = D / (D + NAV after it);  X = index NAV before x growth + C;  D* = w X;  index NAV = X - D*;  rate of -C, D*, last index NAV
 *
 * The NAV after a distribution is that of its date, otherwise the latest before it, rolled forward by the cash since. If the fund is the index
 * itself, all three equal its IRR.
 *
 * Units:  one currency; index values in any unit above zero; rates a fraction, not annualized when the flows span less than 365 days.
 * Source: A. Long and C. Nickels, 'A private investment benchmark', 1996; C. Rouvinez, 'Private equity benchmarking with PME+', 2003;
 *         Cambridge Associates, 'Private equity benchmarking: an introduction to mPME', 2013; docs/calculations/pme.md.
 * Fails:  as `publicMarketEquivalent`; single figures with SHORT_POSITION (V < 0, L < 0), NO_DISTRIBUTION, NAV_MISSING, NO_SIGN_CHANGE, NO_ROOT.
 */
export function marketEquivalents(
  input: MarketEquivalentInput,
  explain?: Recorder,
): Result<MarketEquivalents, Failures> {
  return computeGrowth(input).map(({ grown }) => {
    const { flows, nav, asOf } = input;
    const { contributed: contributions, distributed: distributions } = contributedAndDistributed(grown);
    const ended = (last: Decimal, cash: readonly CashFlow[] = flows) => [...cash, { date: asOf, amount: last }];
    const rateAt = (name: string, dated: readonly CashFlow[]) => rateOf(dated, explain?.within([name]));

    const value = contributions.minus(distributions);
    const sums = { grownContributions: contributions, grownDistributions: distributions };
    explain?.record(['longNickels', 'figure'], longNickelsFormula, sums, value);
    const short = fail(
      'SHORT_POSITION',
      ['flows'],
      'the distributions exceed what the same money would have been worth in the index',
    );
    const longNickels: Equivalent = {
      figure: ok(value),
      rate: value.lt(0) ? err(short) : rateAt('longNickels', ended(value)),
    };

    const factor = factorOf(contributions, distributions, nav);
    factor.map((l) => explain?.record(['pmePlus', 'figure'], pmePlusFormula, { ...sums, nav }, l));
    const pmePlus: Equivalent = {
      figure: factor,
      rate: factor.andThen((l) =>
        rateAt(
          'pmePlus',
          ended(
            nav,
            flows.map((flow) => (isContribution(flow) ? flow : scaled(flow, l))),
          ),
        ),
      ),
    };

    const inIndex = modifiedFlows(input, grown, explain?.within(['modified']));
    const modified: Equivalent = {
      figure: inIndex.map((found) => found.nav),
      rate: inIndex.andThen((found) => rateAt('modified', ended(found.nav, found.flows))),
    };
    return { irr: rateAt('fund', ended(nav)), longNickels, pmePlus, modified };
  });
}

const scaled = ({ date, amount }: CashFlow, by: Decimal): CashFlow => ({ date, amount: amount.mul(by) });

function rateOf(flows: readonly CashFlow[], explain?: Recorder): Result<Decimal, Failure> {
  return rateOfSeries(notAnnualized(flowSeries(flows))).map(({ irr }) => {
    const inputs = { amount: flows.map(({ amount }) => amount), date: flows.map(({ date }) => date) };
    explain?.record(['rate'], equivalentRateFormula, inputs, irr);
    return irr;
  });
}

function factorOf(contributions: Decimal, distributions: Decimal, nav: Decimal): Result<Decimal, Failure> {
  if (distributions.isZero()) return err(fail('NO_DISTRIBUTION', ['flows'], 'there are no distributions to scale'));
  const factor = contributions.minus(nav).div(distributions);
  return factor.lt(0)
    ? err(
        fail('SHORT_POSITION', ['nav'], 'the NAV alone exceeds what the same money would have been worth in the index'),
      )
    : ok(factor);
}

/** Returns the payments of the index and its final value, each in money of its day. */
function modifiedFlows(
  { flows, navs, nav, asOf }: MarketEquivalentInput,
  grown: readonly FundCash[],
  explain?: Recorder,
): Result<{ readonly nav: Decimal; readonly flows: readonly CashFlow[] }, Failure> {
  const values = [...navs.filter(({ date }) => date < asOf), { date: asOf, value: nav }];
  const days = daysOf(flows, grown);
  const paid: CashFlow[] = [];
  // The holding in money of the last day, so that only payments have to be converted back to their own day.
  let units: Decimal = zero;
  let withdrawn: Decimal = zero;
  for (const { date, contribution, distribution, growth } of days) {
    units = units.plus(contribution.mul(growth));
    paid.push({ date, amount: contribution.negated() });
    if (distribution.isZero()) continue;
    const after = navAfter(values, days, date);
    if (after === undefined)
      return err(fail('NAV_MISSING', ['navs'], `there is no NAV on or before ${displayedDate(date)}`));
    const part = distribution.div(distribution.plus(Decimal.max(0, after)));
    const share = units.mul(part);
    units = units.minus(share);
    withdrawn = withdrawn.plus(share);
    paid.push({ date, amount: share.div(growth) });
    explain?.record(['distributions', date], modifiedPmeFormula, { part, distribution }, share.div(growth));
  }
  explain?.record(
    ['figure'],
    modifiedPmeNavFormula,
    { contributed: contributedAndDistributed(grown).contributed, withdrawn },
    units,
  );
  return ok({ nav: units, flows: paid });
}

interface DayOfFlows {
  readonly date: CalendarDate;
  readonly contribution: Decimal;
  readonly distribution: Decimal;
  /** The index at the end divided by the index on the day. */
  readonly growth: Decimal;
}

function daysOf(flows: readonly FundCash[], grown: readonly FundCash[]): readonly DayOfFlows[] {
  const byDay = new Map<CalendarDate, DayOfFlows>();
  flows.forEach((flow, i) => {
    const { date, amount } = flow;
    if (amount.isZero()) return;
    const day = byDay.get(date) ?? {
      date,
      contribution: zero,
      distribution: zero,
      growth: required(grown[i], 'a flow grown with the index').amount.div(amount),
    };
    byDay.set(
      date,
      isContribution(flow)
        ? { ...day, contribution: day.contribution.minus(amount) }
        : { ...day, distribution: day.distribution.plus(amount) },
    );
  });
  return [...byDay.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Returns the value after the day's cash: that of the day, otherwise the latest before it plus the cash since. */
function navAfter(values: readonly IndexValue[], days: readonly DayOfFlows[], date: CalendarDate): Decimal | undefined {
  let latest: IndexValue | undefined;
  for (const value of values) {
    if (value.date <= date && (latest === undefined || value.date > latest.date)) latest = value;
  }
  if (latest === undefined) return undefined;
  const since = latest.date;
  return days
    .filter((day) => day.date > since && day.date <= date)
    .reduce((nav, day) => nav.plus(day.contribution).minus(day.distribution), latest.value);
}
