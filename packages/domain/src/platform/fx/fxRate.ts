import {
  type CalendarDate,
  type Decimal,
  err,
  fail,
  type Failure,
  type Failures,
  ok,
  unit,
  type Result,
  displayedDate,
} from '@carrara/domain/kernel';

/** One unit of `from` costs `rate` units of `to` on that date. */
export interface FxRate {
  readonly date: CalendarDate;
  readonly from: string;
  readonly to: string;
  readonly rate: Decimal;
}

export interface FxRateSearch {
  readonly from: string;
  readonly to: string;
  readonly date: CalendarDate;
  /** The tenant's own currency, the first choice for a cross rate. */
  readonly base?: string;
  readonly rates: readonly FxRate[];
}

/** 'same', 'direct', 'inverse', or 'cross' with the currency in between: 'cross EUR'. */
type FxDerivation = 'same' | 'direct' | 'inverse' | `cross ${string}`;

export interface FxRateUsed {
  readonly rate: Decimal;
  readonly derivation: FxDerivation;
  /** The dates of the rates used, one per leg; empty for the same currency. */
  readonly rateDates: readonly CalendarDate[];
}

const USUAL_CROSSES = ['EUR', 'USD'];

/**
 * Finds the rate of a currency pair on a date.
 *
 * Uses the pair's rate of the date or the latest before it. Otherwise, uses 1 / the inverse pair's rate; otherwise, the product of two such legs
 * through the tenant's base currency, EUR or USD, in that order. The result says which was used. It isn't rounded.
 *
 * Units:  units of `to` for one of `from`.
 * Source: docs/calculations/fx.md.
 * Fails:  NO_FX_RATE (naming pair and date), FX_RATE_NOT_POSITIVE.
 */
export function findFxRate(search: FxRateSearch): Result<FxRateUsed, Failures> {
  const { from, to, date, base, rates } = search;
  const failures = rates.flatMap((r, i) =>
    r.rate.gt(0) ? [] : [fail('FX_RATE_NOT_POSITIVE', ['rates', i, 'rate'], `${r.from}/${r.to} must be above zero`)],
  );
  if (failures.length > 0) return err(failures);
  if (from === to) return ok({ rate: unit, derivation: 'same', rateDates: [] });
  const crosses = base === undefined ? USUAL_CROSSES : [base, ...USUAL_CROSSES];
  const found = findLeg(search) ?? findCross(search, crosses);
  return found === undefined ? err([noRate(from, to, date)]) : ok(found);
}

function noRate(from: string, to: string, date: CalendarDate): Failure {
  return fail(
    'NO_FX_RATE',
    ['rates'],
    `no rate for ${from}/${to} on or before ${displayedDate(date)}, direct, inverse or crossed`,
  );
}

function findCross(search: FxRateSearch, crosses: readonly string[]): FxRateUsed | undefined {
  for (const via of crosses) {
    if (via === search.from || via === search.to) continue;
    const first = findLeg({ ...search, to: via });
    const second = findLeg({ ...search, from: via });
    if (first === undefined || second === undefined) continue;
    const rateDates = [...first.rateDates, ...second.rateDates];
    return { rate: first.rate.mul(second.rate), derivation: `cross ${via}`, rateDates };
  }
  return undefined;
}

function findLeg({ from, to, date, rates }: FxRateSearch): FxRateUsed | undefined {
  const direct = latest(rates, from, to, date);
  if (direct !== undefined) return { rate: direct.rate, derivation: 'direct', rateDates: [direct.date] };
  const inverse = latest(rates, to, from, date);
  if (inverse === undefined) return undefined;
  return { rate: unit.div(inverse.rate), derivation: 'inverse', rateDates: [inverse.date] };
}

/** Returns the latest rate. If there are two for one date, the later entry counts because it is the correction. */
function latest(rates: readonly FxRate[], from: string, to: string, date: CalendarDate): FxRate | undefined {
  let best: FxRate | undefined;
  for (const rate of rates) {
    if (rate.from !== from || rate.to !== to || rate.date > date) continue;
    if (best === undefined || rate.date >= best.date) best = rate;
  }
  return best;
}
