import {
  type CalendarDate,
  coveredSum,
  currencyOrder,
  type Decimal,
  displayedDate,
  groupBy,
  hundred,
  moneyText,
  required,
  significantText,
  zero,
} from '@carrara/domain/kernel';
import type { MultiplePolicy } from '../return/index.ts';
import { policyOfPool, pooledMultiples } from './pooledMultiples.ts';
import type { VintageVehicle } from './vintages.ts';

const keyFigureNames = ['nav', 'commitment', 'unfunded', 'distributions', 'dpi', 'tvpi'] as const;
export type KeyFigureName = (typeof keyFigureNames)[number];

/** The number of quarter ends in the trend of a key figure: two years. */
export const trendQuarters = 8;

/** The vehicles that had begun by a quarter end, with their amounts then. */
export interface VehiclesOfQuarter {
  readonly end: CalendarDate;
  readonly vehicles: readonly VintageVehicle[];
}

const isMultiple = (name: KeyFigureName): name is 'dpi' | 'tvpi' => name === 'dpi' || name === 'tvpi';

/** Returns why a vehicle has no such figure at a quarter end; undefined if it has one. */
function reasonWithout(vehicle: VintageVehicle, name: KeyFigureName, end: CalendarDate, policy: MultiplePolicy) {
  if (isMultiple(name)) {
    const multiple = pooledMultiples([{ ...vehicle, name: vehicle.named.name, policy }], end, policy)[name];
    return multiple.isErr() ? multiple.error.detail : undefined;
  }
  if (vehicle.amounts?.[name] != null) return undefined;
  const own = vehicle.notDetermined.find(({ field }) => field === name);
  return own?.message ?? `${vehicle.named.name} has no figures on ${displayedDate(end)}.`;
}

/** Returns true if a vehicle has a NAV, or had one at an earlier quarter end. */
const hasNav = ({ amounts, named }: VintageVehicle) => amounts?.nav != null || named.lastDate !== null;

const textOf = (name: KeyFigureName, figure: Decimal | null) =>
  figure && (isMultiple(name) ? significantText(figure) : moneyText(figure));

/** Returns the figure of a pool; null if one of its vehicles has none. */
function figureOf(pool: readonly VintageVehicle[], name: KeyFigureName, end: CalendarDate, policy: MultiplePolicy) {
  if (pool.length === 0) return null;
  if (isMultiple(name)) return pooledMultiples(pool, end, policy)[name].unwrapOr(null);
  return pool.reduce<Decimal | null>((sum, { amounts }) => {
    const amount = amounts?.[name] ?? null;
    return sum && amount && sum.plus(amount);
  }, zero);
}

/** Returns the change between two figures; null if one isn't determined. The percentage of a change from zero isn't determined. */
function changeText(name: KeyFigureName, before: Decimal | null, now: Decimal | null) {
  if (before === null || now === null) return null;
  const difference = now.minus(before);
  return {
    difference: isMultiple(name) ? significantText(difference) : moneyText(difference),
    percent: before.isZero() ? null : significantText(difference.div(before.abs()).times(hundred)),
  };
}

/**
 * Computes the key figures of the vehicles of each currency at the last of several quarter ends. They include the
 * change since the quarter end before, and the figure at each quarter end.
 *
 *     change = figure - figure at the previous quarter end;  percent = change / |figure at the previous quarter end| x 100
 *
 * Every figure, change and trend covers the same vehicles: those that have the figure now. One that hadn't begun by an earlier quarter end counts as
 * nothing then; neither does one that had no NAV yet. If one that had begun lacks the figure at an earlier quarter end, the trend covers only the vehicles
 * that never do, named in `trendCoverage`. If there are none, it has a gap there.
 *
 * Units:  each currency by itself; percent for percentages.
 * Source: docs/calculations/coverage.md; docs/calculations/multiples.md.
 */
export function computeKeyFigures(quarters: readonly VehiclesOfQuarter[], setting: MultiplePolicy, base: string) {
  const current = required(quarters.at(-1), 'the quarter end of the key figures');
  const groups = [...groupBy(current.vehicles, ({ currency }) => currency)];
  const inOrder = currencyOrder(base);
  return groups
    .toSorted(([first], [other]) => inOrder(first, other))
    .map(([currency, group]) => ({
      currency,
      figures: keyFigureNames.map((name) => keyFigure(name, group, quarters, policyOfPool(group, setting))),
    }));
}

function keyFigure(
  name: KeyFigureName,
  group: readonly VintageVehicle[],
  quarters: readonly VehiclesOfQuarter[],
  policy: MultiplePolicy,
) {
  const { end } = required(quarters.at(-1), 'the quarter end of the key figures');
  const reasons = new Map(group.map((vehicle) => [vehicle.id, reasonWithout(vehicle, name, end, policy)]));
  const covered = group.filter(({ id }) => reasons.get(id) === undefined);
  const ids = new Set(covered.map(({ id }) => id));
  const { coverage } = coveredSum(
    group,
    ({ id }) => (ids.has(id) ? zero : null),
    ({ id, named }) => ({ ...named, reason: reasons.get(id) ?? '' }),
  );
  const begun = quarters.map(({ end: on, vehicles }) => ({
    end: on,
    vehicles: vehicles.filter(
      (vehicle) => ids.has(vehicle.id) && (hasNav(vehicle) || reasonWithout(vehicle, name, on, policy) === undefined),
    ),
  }));
  const seriesOf = (pool: ReadonlySet<string>) =>
    begun.map(({ end: on, vehicles }) => ({
      endDate: on as string,
      figure: figureOf(
        vehicles.filter(({ id }) => pool.has(id)),
        name,
        on,
        policy,
      ),
    }));
  const gaps = new Map(
    begun.flatMap(({ end: on, vehicles }) => {
      if (figureOf(vehicles, name, on, policy) !== null) return [];
      return vehicles.flatMap((vehicle): [string, string][] => {
        const reason = reasonWithout(vehicle, name, on, policy);
        return reason === undefined ? [] : [[vehicle.id, reason]];
      });
    }),
  );
  const complete = new Set([...ids].filter((id) => !gaps.has(id)));
  const figures = seriesOf(ids);
  const isPart = gaps.size > 0 && complete.size > 0;
  const trendCoverage = coveredSum(
    covered,
    ({ id }) => (isPart && gaps.has(id) ? null : zero),
    ({ id, named }) => ({ ...named, reason: gaps.get(id) ?? '' }),
  ).coverage;
  const trend = (isPart ? seriesOf(complete) : figures).map(({ endDate, figure }) => ({
    endDate,
    value: textOf(name, figure),
  }));
  return {
    name,
    covered: [...ids],
    value: textOf(name, figures.at(-1)?.figure ?? null),
    coverage,
    trendCoverage,
    change: changeText(name, figures.at(-2)?.figure ?? null, figures.at(-1)?.figure ?? null),
    trend,
  };
}
