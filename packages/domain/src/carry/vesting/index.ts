export * from './schedule.ts';
export * from './scheduleEditing.ts';
export * from './scheduleRows.ts';
export * from './vestedShare.ts';
export * from './vestingAnalysis.ts';
export * from './vestingDates.ts';
export * from './vestingOfSources.ts';
export type { VestingAnalysisRow, VestingFigures } from './vestingFigures.ts';
