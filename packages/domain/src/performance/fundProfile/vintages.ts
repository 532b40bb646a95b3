import { type CalendarDate, type CoveredPart, coveredSum, decimal, moneyText } from '@carrara/domain/kernel';
import type { MultiplePolicy } from '../return/index.ts';
import { multiplesText } from './fundProfileText.ts';
import { countedOf, type PooledVehicle, pooledMultiples } from './pooledMultiples.ts';

const sums = ['commitment', 'distributions', 'unfunded'] as const;

export interface VehicleOfVintage extends PooledVehicle {
  readonly id: string;
  readonly year: number | null;
  readonly currency: string;
  /** Describes the vehicle for coverage if its figures are left out. */
  readonly named: CoveredPart;
  /** The stored figures; null if the vehicle has none at the quarter end. */
  readonly totals: Readonly<Record<(typeof sums)[number], string | null>>;
}

/** Returns true if all figures of a vehicle that sums and multiples use are determined. */
export function isDetermined(vehicle: VehicleOfVintage): boolean {
  const { totals, commitments } = vehicle;
  return (
    commitments.length > 0 &&
    sums.every((name) => totals[name] !== null) &&
    countedOf(vehicle).every(
      ({ contributions, distributions, nav }) => contributions !== null && distributions !== null && nav !== null,
    )
  );
}

/**
 * Combines the vehicles of each vintage year by currency, sorted by year, with those without a year last. Sums and multiples include the same
 * vehicles: those whose figures are all determined.
 *
 * Units:  each currency by itself; a sum without any determined part is null.
 * Source: performance section 7; docs/calculations/multiples.md, docs/calculations/coverage.md.
 */
export function vintagesOf(vehicles: readonly VehicleOfVintage[], end: CalendarDate, policy: MultiplePolicy) {
  const groups = new Map<string, VehicleOfVintage[]>();
  for (const vehicle of vehicles) {
    const key = `${String(vehicle.year ?? 9999)} ${vehicle.currency}`;
    groups.set(key, [...(groups.get(key) ?? []), vehicle]);
  }
  return [...groups]
    .sort(([first], [other]) => (first < other ? -1 : 1))
    .map(([, group]) => {
      const determined = group.filter(isDetermined);
      const sumOf = (name: (typeof sums)[number]) =>
        coveredSum(
          group,
          (vehicle) => (isDetermined(vehicle) ? decimal(vehicle.totals[name] ?? '0') : null),
          ({ named }) => named,
        );
      const textOf = (name: (typeof sums)[number]) => {
        const { value } = sumOf(name);
        return value && moneyText(value);
      };
      return {
        year: group[0]?.year ?? null,
        currency: group[0]?.currency ?? '',
        numberOfFunds: group.length,
        totalCommitment: textOf('commitment'),
        totalDistributions: textOf('distributions'),
        endUnfundedCommitment: textOf('unfunded'),
        coverage: sumOf('commitment').coverage,
        // If none is determined, this returns the reason of the first.
        ...multiplesText(pooledMultiples(determined.length > 0 ? determined : group, end, policy)),
      };
    });
}
