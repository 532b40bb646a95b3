import { type CalendarDate, type CoveredPart, coveredSum, decimal, moneyText } from '@carrara/domain/kernel';
import type { MultiplePolicy } from '../return/index.ts';
import { multiplesText } from './fundProfileText.ts';
import { countedOf, type PooledVehicle, pooledMultiples } from './pooledMultiples.ts';

const sums = ['commitment', 'distributions', 'unfunded'] as const;

export interface VehicleOfVintage extends PooledVehicle {
  readonly id: string;
  readonly year: number | null;
  readonly currency: string;
  /** As coverage names it where its figures are left out. */
  readonly named: CoveredPart;
  /** As they are stored; null where nothing is known of it at the quarter end. */
  readonly totals: Readonly<Record<(typeof sums)[number], string | null>>;
}

/** Whether all that sums and multiples take of a vehicle is determined. */
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
 * The vehicles of each vintage year as one, currency by currency, in order of the years; those without a year come last. Sums and multiples are over the
 * same vehicles: those of which all figures are determined.
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
    .sort(([one], [other]) => (one < other ? -1 : 1))
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
        // Of none of them: why the first one has none.
        ...multiplesText(pooledMultiples(determined.length > 0 ? determined : group, end, policy)),
      };
    });
}
