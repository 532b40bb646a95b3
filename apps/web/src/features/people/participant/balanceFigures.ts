import { coverageNote, type StatedCoverage } from '@carrara/contract/core/coverage';
import { openingNote } from '../../../record/profile/openingNote.ts';

const balances = [
  { field: 'totalCarryDistributed', label: 'Carry distributed' },
  { field: 'totalNetDistributed', label: 'Net distributed' },
  { field: 'carryBalance', label: 'Carry balance' },
  { field: 'escrowBalance', label: 'Escrow held' },
  { field: 'forecastedCarry', label: 'Forecast carry' },
  { field: 'clawback', label: 'Clawback' },
] as const;

export type BalanceLine = Readonly<Partial<Record<(typeof balances)[number]['field'], string | null>>> & {
  readonly openingDistributed?: string | null;
  readonly carryBalanceCoverage?: StatedCoverage | null;
};

/**
 * Returns the balances of a participant as a strip of figures; undefined while loading. `counted` names the things that the coverage of the carry
 * balance counts.
 */
export const balanceFigures = (line: BalanceLine | undefined, currency: string | null | undefined, counted: string) =>
  // A clawback that nobody has requested is not displayed.
  balances
    .filter(({ field }) => field !== 'clawback' || !line || line.clawback !== null)
    .map(({ field, label }) => ({
      label: currency ? `${label}, ${currency}` : label,
      kind: 'money' as const,
      value: line?.[field],
      note: noteOf(field, line, counted),
    }));

function noteOf(field: (typeof balances)[number]['field'], line: BalanceLine | undefined, counted: string) {
  if (field === 'totalCarryDistributed') return openingNote(line?.openingDistributed);
  // The other balances exist in every currency, so only a carry balance can be undetermined.
  return field === 'carryBalance' && line ? coverageNote(line[field], line.carryBalanceCoverage, counted) : undefined;
}
