/** The vesting analysis on the screen: a source, and below it its tranches. */
export const vestingColumns = [
  { field: 'name', kind: 'text', title: 'Source and tranche' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'vestingFrom', kind: 'date', title: 'Vesting from' },
  { field: 'trancheInvestmentAmount', kind: 'money', title: 'Invested' },
  { field: 'trancheWeightingPercentage', kind: 'percent', title: 'Weight %' },
  { field: 'originalCarryAmount', kind: 'money', title: 'Original' },
  { field: 'vestedPercentage', kind: 'percent', title: 'Vested %' },
  { field: 'vestedCarryAmount', kind: 'money', title: 'Vested' },
  { field: 'forfeitedCarryAmount', kind: 'money', title: 'Forfeited' },
  { field: 'weightedVestedEffectiveAllocationPercentage', kind: 'percent', title: 'Vested share %' },
  { field: 'weightedForfeitedEffectiveAllocationPercentage', kind: 'percent', title: 'Forfeited share %' },
] as const;
