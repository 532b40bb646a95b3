const balances = [
  { field: 'totalCarryDistributed', label: 'Carry distributed' },
  { field: 'totalNetDistributed', label: 'Net distributed' },
  { field: 'carryBalance', label: 'Carry balance' },
  { field: 'escrowHeld', label: 'Escrow held' },
  { field: 'forecastedCarry', label: 'Forecast carry' },
  { field: 'clawback', label: 'Clawback' },
] as const;
const canBeUnknown: ReadonlySet<string> = new Set(['carryBalance']);

export type BalanceLine = Readonly<Partial<Record<(typeof balances)[number]['field'], string | null>>>;

/** The balances of a participant as a strip of figures; undefined while they are read. */
export const balanceFigures = (line: BalanceLine | undefined, currency: string | null | undefined) =>
  // A clawback that nobody has asked for is no figure.
  balances
    .filter(({ field }) => field !== 'clawback' || !line || line.clawback !== null)
    .map(({ field, label }) => ({
      label: currency ? `${label}, ${currency}` : label,
      kind: 'money' as const,
      value: line?.[field],
      // What everybody has is told in each currency, so that only these can be unknown there.
      note: line && canBeUnknown.has(field) && line[field] === null ? 'not determined' : undefined,
    }));
