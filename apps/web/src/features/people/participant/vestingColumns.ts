const columns = [
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
const untilLeaving: Readonly<Record<string, string>> = {
  forfeitedCarryAmount: 'Not vested',
  weightedForfeitedEffectiveAllocationPercentage: 'Unvested share %',
};

/**
 * Returns the columns of the vesting analysis: sources with their tranches below. Unvested carry is forfeited only when the participant leaves, and
 * the title of the column follows that.
 */
export const vestingColumns = (vestingDateIs: 'chosen' | 'termination' | 'today') =>
  columns.map((column) => ({
    ...column,
    title: (vestingDateIs === 'termination' ? undefined : untilLeaving[column.field]) ?? column.title,
  }));
