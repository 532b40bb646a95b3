export * from './schedule.ts';
export * from './scheduleEditing.ts';
export * from './scheduleRows.ts';
export * from './terminatedVesting.ts';
export * from './vestingAnalysis.ts';
export * from './vestingDates.ts';
export {
  forfeitedAmountFormula,
  originalFormula,
  type VestingAnalysisRow,
  type VestingFigures,
  vestedAmountFormula,
} from './vestingRow.ts';
