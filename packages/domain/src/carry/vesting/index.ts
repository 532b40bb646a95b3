export * from './defaultSchedule.ts';
export * from './nextVesting.ts';
export * from './originalShares.ts';
export * from './schedule.ts';
export * from './scheduleEditing.ts';
export * from './scheduleRows.ts';
export {
  accruedBalance,
  paidAboveAccrued,
  undeterminedBalance,
  vestedBalance,
  vestedBalanceOfAll,
} from './vestedBalance.ts';
export * from './vestedShare.ts';
export * from './vestingAnalysis.ts';
export * from './vestingDates.ts';
export * from './vestingOfSources.ts';
export * from './vestingScope.ts';
export * from './vestsBetween.ts';
export type { VestingFigures } from './vestingFigures.ts';
