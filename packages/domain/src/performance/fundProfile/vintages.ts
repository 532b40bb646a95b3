import {
  type CalendarDate,
  comparableParts,
  type CoveredPart,
  coveredSum,
  displayedDate,
  groupBy,
  moneyText,
  zero,
} from '@carrara/domain/kernel';
import type { MultiplePolicy } from '../return/index.ts';
import { multiplesText } from './fundProfileText.ts';
import { type PooledVehicle, policyOfPool, pooledMultiples } from './pooledMultiples.ts';

/** The figures of a vintage, with their names in sentences. */
const figureNames = {
  commitment: 'commitment',
  distributions: 'distributions',
  unfunded: 'unfunded commitment',
  tvpi: 'TVPI',
  dpi: 'DPI',
  rvpi: 'RVPI',
} as const;
export type VintageFigure = keyof typeof figureNames;

export const isVintageFigure = (name: string): name is VintageFigure => name in figureNames;

export interface VintageVehicle extends PooledVehicle {
  readonly id: string;
  readonly year: number | null;
  readonly currency: string;
  /** Describes the vehicle for coverage if its figures are left out. */
  readonly named: CoveredPart;
}

interface RatedOn {
  readonly end: CalendarDate;
  readonly policy: MultiplePolicy;
}

/**
 * Returns why a figure of a vehicle isn't determined under the policy of its pool; undefined if it is. Distributions go with DPI, which divides them.
 * The reason names the vehicle as its coverage does.
 */
function reasonWithout(
  { named, ...measured }: VintageVehicle,
  name: VintageFigure,
  { end, policy }: RatedOn,
): string | undefined {
  const vehicle = { ...measured, name: named.name };
  if (name === 'commitment' || name === 'unfunded') {
    if (vehicle.amounts?.[name] != null) return undefined;
    return vehicle.amounts === null
      ? `${vehicle.name} has no figures on ${displayedDate(end)}.`
      : `No ${figureNames[name]} was reported for ${vehicle.name} by ${displayedDate(end)}.`;
  }
  const multiple = pooledMultiples([{ ...vehicle, policy }], end, policy)[name === 'distributions' ? 'dpi' : name];
  return multiple.isErr() ? multiple.error.detail : undefined;
}

/**
 * Returns the vehicles that a figure of a vintage covers, or all of them if there are none. Multiples and distributions cover the same ones: those with
 * all amounts. A commitment or unfunded commitment covers those that have it.
 */
export function coveredVehicles(
  vehicles: readonly VintageVehicle[],
  name: VintageFigure,
  { end, policy: setting }: RatedOn,
): readonly VintageVehicle[] {
  const on = { end, policy: policyOfPool(vehicles, setting) };
  const isDetermined = (figure: VintageFigure) => (vehicle: VintageVehicle) =>
    reasonWithout(vehicle, figure, on) === undefined;
  if (name === 'commitment' || name === 'unfunded') return comparableParts(vehicles, isDetermined(name));
  const comparable = comparableParts(vehicles, isDetermined('tvpi'));
  return name === 'distributions' ? comparableParts(comparable, isDetermined(name)) : comparable;
}

/** Returns the sum of a figure over a group, with the vehicles that it covers. Multiples have only the coverage. */
function sumOfGroup(group: readonly VintageVehicle[], name: VintageFigure, on: RatedOn) {
  const covered = new Set(coveredVehicles(group, name, on).map(({ id }) => id));
  const reasons = new Map(
    group.map((vehicle) => [
      vehicle.id,
      reasonWithout(vehicle, name, on) ?? (covered.has(vehicle.id) ? undefined : reasonWithout(vehicle, 'tvpi', on)),
    ]),
  );
  const amountOf = ({ amounts }: VintageVehicle) =>
    name === 'commitment' || name === 'distributions' || name === 'unfunded' ? amounts?.[name] : null;
  const { value, coverage } = coveredSum(
    group,
    (vehicle) => (reasons.get(vehicle.id) === undefined ? (amountOf(vehicle) ?? zero) : null),
    ({ id, named }) => ({ ...named, reason: reasons.get(id) ?? '' }),
  );
  return { text: value && moneyText(value), coverage };
}

/**
 * Combines the vehicles of each vintage year by currency, sorted by year, with those without a year last. Each figure covers the vehicles of
 * `coveredVehicles`, so that distributions and multiples are of the same ones.
 *
 * Units:  each currency by itself; a sum without any determined part is null.
 * Source: docs/calculations/multiples.md, docs/calculations/coverage.md.
 */
export function computeVintages(vehicles: readonly VintageVehicle[], end: CalendarDate, policy: MultiplePolicy) {
  const groups = groupBy(vehicles, ({ year, currency }) => `${String(year ?? 9999)} ${currency}`);
  return [...groups]
    .sort(([first], [other]) => (first < other ? -1 : 1))
    .map(([, group]) => {
      const on = { end, policy: policyOfPool(group, policy) };
      const sums = {
        totalCommitment: sumOfGroup(group, 'commitment', on),
        totalDistributions: sumOfGroup(group, 'distributions', on),
        endUnfundedCommitment: sumOfGroup(group, 'unfunded', on),
        tvpi: sumOfGroup(group, 'tvpi', on),
        dpi: sumOfGroup(group, 'dpi', on),
        rvpi: sumOfGroup(group, 'rvpi', on),
      };
      const multiple = (name: 'tvpi' | 'dpi' | 'rvpi') =>
        pooledMultiples(coveredVehicles(group, name, on), end, policy)[name];
      return {
        year: group[0].year,
        currency: group[0].currency,
        numberOfFunds: group.length,
        totalCommitment: sums.totalCommitment.text,
        totalDistributions: sums.totalDistributions.text,
        endUnfundedCommitment: sums.endUnfundedCommitment.text,
        coverage: Object.entries(sums).map(([field, { coverage }]) => ({ field, ...coverage })),
        ...multiplesText({ tvpi: multiple('tvpi'), dpi: multiple('dpi'), rvpi: multiple('rvpi') }),
      };
    });
}
