/** The vesting analysis, tranche by tranche, on the screen. */
export const vestingColumns = [
  { field: 'sourceName', kind: 'text', title: 'Source' },
  { field: 'trancheNumber', kind: 'count', title: '#' },
  { field: 'trancheName', kind: 'text', title: 'Tranche' },
  { field: 'vestingFrom', kind: 'date', title: 'Vesting from' },
  { field: 'trancheInvestmentAmount', kind: 'money', title: 'Invested' },
  { field: 'trancheWeightingPercentage', kind: 'percent', title: 'Weight %' },
  { field: 'originalCarryAmount', kind: 'money', title: 'Original' },
  { field: 'vestedPercentage', kind: 'percent', title: 'Vested %' },
  { field: 'vestedCarryAmount', kind: 'money', title: 'Vested' },
  { field: 'forfeitedCarryAmount', kind: 'money', title: 'Forfeited' },
  { field: 'weightedVestedEffectiveAllocationPercentage', kind: 'percent', title: 'Weighted vested %' },
  { field: 'weightedForfeitedEffectiveAllocationPercentage', kind: 'percent', title: 'Weighted forfeited %' },
] as const;
