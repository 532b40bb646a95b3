import { type CalendarDate, decimal, moneyText, zero } from '@carrara/domain/kernel';
import type { MultiplePolicy } from '../return/index.ts';
import { multiplesText } from './fundProfileText.ts';
import { type PooledVehicle, pooledMultiples } from './pooledMultiples.ts';

const sums = ['commitment', 'distributions', 'unfunded'] as const;

export interface VehicleOfVintage extends PooledVehicle {
  readonly id: string;
  readonly year: number | null;
  readonly currency: string;
  /** As they are kept; null where nothing is known of it at the quarter end. */
  readonly totals: Readonly<Record<(typeof sums)[number], string | null>>;
}

/**
 * The vehicles of each vintage year as one, currency by currency, in order of the years; those without a year come last.
 *
 * Units:  each currency by itself; a sum with a part that is not known is null.
 * Source: performance section 7; docs/calculations/multiples.md.
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
      const sumOf = (name: (typeof sums)[number]) => {
        const amounts = group.map(({ totals }) => totals[name]);
        if (amounts.includes(null)) return null;
        return moneyText(amounts.reduce((sum, amount) => sum.plus(decimal(amount ?? '0')), zero));
      };
      return {
        year: group[0]?.year ?? null,
        currency: group[0]?.currency ?? '',
        numberOfFunds: group.length,
        totalCommitment: sumOf('commitment'),
        totalDistributions: sumOf('distributions'),
        endUnfundedCommitment: sumOf('unfunded'),
        ...multiplesText(pooledMultiples(group, end, policy)),
      };
    });
}
