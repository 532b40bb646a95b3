import {
  type CalendarDate,
  type Decimal,
  defineFormula,
  err,
  type Failure,
  type Failures,
  fail,
  ok,
  one,
  type Recorder,
  type Result,
  roundMoney,
} from '@carrara/domain/kernel';

/** One unit of `from` costs `rate` units of `to` on that day. */
export interface FxRate {
  readonly date: CalendarDate;
  readonly from: string;
  readonly to: string;
  readonly rate: Decimal;
}

export interface FxInput {
  readonly amount: Decimal;
  readonly from: string;
  readonly to: string;
  readonly date: CalendarDate;
  /** The tenant's own currency, the first choice for a cross. */
  readonly base?: string;
  readonly rates: readonly FxRate[];
}

/** 'same', 'direct', 'inverse', or 'cross' with the currency in between: 'cross EUR'. */
export type FxDerivation = 'same' | 'direct' | 'inverse' | `cross ${string}`;

export interface FxResult {
  readonly amount: Decimal;
  readonly rate: Decimal;
  readonly derivation: FxDerivation;
  /** The days of the rates that were used, one for each leg; none for the same currency. */
  readonly rateDates: readonly CalendarDate[];
}

export const fxFormula = defineFormula({
  id: 'fx.convert',
  text: 'converted = amount x rate',
  inputs: { amount: 'money', rate: 'rate', derivation: 'text', date: 'date' },
  result: 'money',
  rounding: 'half away from zero, to cents; the rate itself is not rounded',
  source: 'calculations 7',
});

const USUAL_CROSSES = ['EUR', 'USD'];

/**
 * Converts an amount with the rate of a day.
 *
 *     converted = amount x rate, rounded to cents
 *
 * The rate is the pair's on the date or the latest before it; without one 1 / the inverse pair's; without that the product of two
 * such legs through the tenant's base currency, EUR or USD, in that order. The result says which it was.
 *
 * Units:  amount in `from`, result in `to`.
 * Source: docs/calculations/fx.md.
 * Fails:  NO_FX_RATE (naming pair and date), FX_RATE_NOT_POSITIVE.
 */
export function convertCurrency(input: FxInput, explain?: Recorder): Result<FxResult, Failures> {
  const { amount, from, to, date, base, rates } = input;
  const failures = rates.flatMap((r, i) =>
    r.rate.gt(0) ? [] : [fail('FX_RATE_NOT_POSITIVE', ['rates', i, 'rate'], `${r.from}/${r.to} must be above zero`)],
  );
  if (failures.length > 0) return err(failures);
  const found = findRate({
    from,
    to,
    date,
    rates,
    crosses: base === undefined ? USUAL_CROSSES : [base, ...USUAL_CROSSES],
  });
  if (found === undefined) return err([noRate(from, to, date)]);
  const converted = roundMoney(amount.mul(found.rate));
  const { rate, derivation } = found;
  explain?.record(
    ['amount'],
    fxFormula,
    { amount, rate, derivation, date: found.rateDates.join(', ') || date },
    converted,
  );
  return ok({ amount: converted, ...found });
}

interface Search {
  readonly from: string;
  readonly to: string;
  readonly date: CalendarDate;
  readonly rates: readonly FxRate[];
  readonly crosses: readonly string[];
}

type Found = Omit<FxResult, 'amount'>;

function noRate(from: string, to: string, date: CalendarDate): Failure {
  return fail('NO_FX_RATE', ['rates'], `no rate for ${from}/${to} on or before ${date}, direct, inverse or crossed`);
}

function findRate(search: Search): Found | undefined {
  if (search.from === search.to) return { rate: one, derivation: 'same', rateDates: [] };
  const straight = findLeg(search);
  if (straight !== undefined) return straight;
  for (const via of search.crosses) {
    if (via === search.from || via === search.to) continue;
    const first = findLeg({ ...search, to: via });
    const second = findLeg({ ...search, from: via });
    if (first === undefined || second === undefined) continue;
    const rateDates = [...first.rateDates, ...second.rateDates];
    return { rate: first.rate.mul(second.rate), derivation: `cross ${via}`, rateDates };
  }
  return undefined;
}

function findLeg({ from, to, date, rates }: Search): Found | undefined {
  const direct = latest(rates, from, to, date);
  if (direct !== undefined) return { rate: direct.rate, derivation: 'direct', rateDates: [direct.date] };
  const inverse = latest(rates, to, from, date);
  if (inverse === undefined) return undefined;
  return { rate: one.div(inverse.rate), derivation: 'inverse', rateDates: [inverse.date] };
}

/** Of two rates of one day the later entry counts: it is the correction. */
function latest(rates: readonly FxRate[], from: string, to: string, date: CalendarDate): FxRate | undefined {
  let best: FxRate | undefined;
  for (const rate of rates) {
    if (rate.from !== from || rate.to !== to || rate.date > date) continue;
    if (best === undefined || rate.date >= best.date) best = rate;
  }
  return best;
}
