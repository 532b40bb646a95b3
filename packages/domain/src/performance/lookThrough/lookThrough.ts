import { allocate } from '../../kernel/apportionment/index.ts';
import {
  type Coverage,
  type CoveredPart,
  coveredSum,
  currencyOrder,
  type Decimal,
  err,
  type Failures,
  fail,
  hundred,
  ok,
  required,
  type Result,
  roundPercent,
  zero,
  zip,
} from '../../kernel/index.ts';

/** A vehicle's holdings and its investors at a quarter end. */
export interface LookThroughVehicle {
  readonly id: string;
  /** Names it in coverage. */
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  /** Positive commitments by investor, in the order in which amounts are split. */
  readonly committed: ReadonlyMap<string, Decimal>;
  readonly holdings: readonly {
    readonly id: string;
    readonly investmentId: string;
    /** The shares by investor. They add up to the fair value. */
    readonly shares: ReadonlyMap<string, Decimal>;
  }[];
  /** The vehicle's own investor id in other vehicles; null if none. */
  readonly investorId: string | null;
}

/** The investor's NAV in a vehicle; null if not determined. */
export interface LookThroughNav extends CoveredPart {
  readonly nav: Decimal | null;
}

export interface LookThroughInput {
  readonly investorId: string;
  /** Its amounts come first. */
  readonly baseCurrency: string;
  readonly vehicles: readonly LookThroughVehicle[];
  /** The investor's NAVs by vehicle. */
  readonly navs: ReadonlyMap<string, LookThroughNav>;
}

/** An investor's part of a company through vehicles. */
export interface LookThroughPosition {
  readonly investmentId: string;
  readonly holdingId: string;
  /** The vehicles on the path, starting with the one committed to. */
  readonly path: readonly { readonly id: string; readonly name: string }[];
  readonly currency: string;
  readonly amount: Decimal;
}

export interface LookThrough {
  /** The positions that `lookedThrough` adds up. */
  readonly positions: readonly LookThroughPosition[];
  readonly byCurrency: readonly {
    readonly currency: string;
    /** The positions through the vehicles that the NAV covers, or through all of them if it isn't determined. */
    readonly lookedThrough: Decimal;
    /** Cash, loans, liabilities, and holdings in another currency: NAV less the positions found. */
    readonly rest: Decimal | null;
    /** The sum over the vehicles with a determined NAV. */
    readonly nav: Decimal | null;
    readonly coverage: Coverage;
  }[];
}

/**
 * Finds an investor's indirect positions in companies, through the vehicles it committed to and the vehicles that these committed to.
 *
 *     own share of each fair value, by participation in the holding;  through a feeder: its share, split over its commitments
 *     not looked through = NAV - the sum of the positions, both through the vehicles with a determined NAV
 *
 * A vehicle in another currency than the one that committed to it isn't looked into; its part stays in the rest.
 *
 * Units:  each vehicle's currency, whole cents; the shares of all investors of a feeder add up to its own to the cent.
 * Source: docs/calculations/look-through.md.
 * Fails:  FEEDER_CYCLE (a vehicle holds itself through others); those of the splitting (nobody has committed to a feeder).
 */
export function lookThrough({
  investorId,
  baseCurrency,
  vehicles,
  navs,
}: LookThroughInput): Result<LookThrough, Failures> {
  const found = positionsOf(investorId, vehicles, []);
  if (found.isErr()) return err(found.error);
  const positions = found.value.filter(({ amount }) => !amount.isZero());
  const own = vehicles.filter(
    ({ committed, holdings }) => committed.has(investorId) || holdings.some(({ shares }) => shares.has(investorId)),
  );
  const covered: LookThroughPosition[] = [];
  const byCurrency = [...new Set(own.map(({ currency }) => currency))]
    .sort(currencyOrder(baseCurrency))
    .map((currency) => {
      const parts = own
        .filter((vehicle) => vehicle.currency === currency)
        .map(
          ({ id, code }): LookThroughNav =>
            navs.get(id) ?? { id, name: code, nav: null, reason: '', lastDate: null, carriedFrom: null },
        );
      const { value: nav, coverage } = coveredSum(
        parts,
        (part) => part.nav,
        (part) => part,
      );
      const excluded = new Set(nav === null ? [] : coverage.excluded.map(({ id }) => id));
      const ofCurrency = positions.filter(
        (position) => position.currency === currency && !excluded.has(position.path[0]?.id ?? ''),
      );
      covered.push(...ofCurrency);
      const lookedThrough = sum(ofCurrency.map(({ amount }) => amount));
      return { currency, lookedThrough, nav, rest: nav?.minus(lookedThrough) ?? null, coverage };
    });
  return ok({ positions: covered, byCurrency });
}

function positionsOf(
  investorId: string,
  vehicles: readonly LookThroughVehicle[],
  above: readonly string[],
): Result<readonly LookThroughPosition[], Failures> {
  const all: LookThroughPosition[] = [];
  for (const vehicle of vehicles) {
    const { id, name, currency, committed, holdings } = vehicle;
    const isOwn = committed.has(investorId) || holdings.some(({ shares }) => shares.has(investorId));
    if (!isOwn) continue;
    if (above.includes(id))
      return err([fail('FEEDER_CYCLE', ['investorId'], `${name} holds itself, through investors that are vehicles.`)]);
    const here = { id, name };
    for (const holding of holdings) {
      const amount = holding.shares.get(investorId) ?? zero;
      all.push({ investmentId: holding.investmentId, holdingId: holding.id, path: [here], currency, amount });
    }
    const below = belowOf(vehicle, investorId, vehicles, [...above, id]);
    if (below.isErr()) return err(below.error);
    for (const position of below.value) all.push({ ...position, path: [here, ...position.path] });
  }
  return ok(all);
}

/** Returns an investor's part of a feeder's indirect positions. */
function belowOf(
  { investorId: asInvestor, committed, currency }: LookThroughVehicle,
  investorId: string,
  vehicles: readonly LookThroughVehicle[],
  above: readonly string[],
): Result<readonly LookThroughPosition[], Failures> {
  if (asInvestor === null) return ok([]);
  const ofFeeder = positionsOf(asInvestor, vehicles, above);
  if (ofFeeder.isErr()) return ofFeeder;
  const index = [...committed.keys()].indexOf(investorId);
  const shared: LookThroughPosition[] = [];
  for (const position of ofFeeder.value) {
    if (position.currency !== currency || position.amount.isZero() || index < 0) continue;
    const parts = allocate(position.amount, [...committed.values()]);
    if (parts.isErr()) return err(parts.error);
    shared.push({ ...position, amount: required(parts.value[index], 'the part of an investor') });
  }
  return ok(shared);
}

const sum = (amounts: readonly Decimal[]) => amounts.reduce<Decimal>((total, amount) => total.plus(amount), zero);

/** The classes of a company with their percentages. The part missing to 100 has no class. */
export type Classes = readonly { readonly name: string; readonly percent: Decimal }[];

export interface ClassSum {
  readonly name: string;
  readonly currency: string;
  readonly amount: Decimal;
  /** Percentage of all positions in that currency; null if the total is zero. */
  readonly percent: Decimal | null;
}

/**
 * Groups positions by company, sector or region, separately by currency, largest first. Those that are in none are named `without`. Each amount is split by the percentages to the cent.
 *
 * Units:  each currency by itself, whole cents; percent with 10 decimals.
 */
export function lookThroughBy(
  positions: readonly LookThroughPosition[],
  classesOf: (position: LookThroughPosition) => Classes,
  { without, baseCurrency }: { readonly without: string; readonly baseCurrency: string },
): readonly ClassSum[] {
  const sums = new Map<string, { name: string; currency: string; amount: Decimal }>();
  for (const position of positions) {
    const { currency, amount } = position;
    const classes = classesOf(position).filter(({ percent }) => percent.gt(0));
    const rest = hundred.minus(sum(classes.map(({ percent }) => percent)));
    const all = rest.gt(0) ? [...classes, { name: without, percent: rest }] : classes;
    const parts = allocate(
      amount,
      all.map(({ percent }) => percent),
    )._unsafeUnwrap();
    for (const [{ name }, part] of zip(all, parts)) {
      const key = `${currency} ${name}`;
      const before = sums.get(key)?.amount ?? zero;
      sums.set(key, { name, currency, amount: before.plus(part) });
    }
  }
  const totals = new Map<string, Decimal>();
  for (const { currency, amount } of sums.values()) totals.set(currency, (totals.get(currency) ?? zero).plus(amount));
  const inOrder = currencyOrder(baseCurrency);
  return [...sums.values()]
    .map((item) => {
      const total = totals.get(item.currency) ?? zero;
      return { ...item, percent: total.isZero() ? null : roundPercent(item.amount.mul(hundred).div(total)) };
    })
    .sort((a, b) => inOrder(a.currency, b.currency) || b.amount.comparedTo(a.amount) || (a.name < b.name ? -1 : 1));
}
