export {
  type ReceivedFund,
  planTransfer,
  type PlannedRow,
  transferConflicts,
  transferredFailures,
  type TransferPlan,
} from './planTransfer.ts';
export {
  factConflicts,
  factDifferences,
  type FactDifference,
  factsOfHolding,
  holdingSummary,
  isHolding,
} from './transferHoldings.ts';
export { enteredRows } from './enteredRows.ts';
export { choiceIn, settleConflicts } from './settleConflicts.ts';
export { mergeRecord, type MergedRecord, restoredFacts } from './transferRecord.ts';
export { freeCode } from './freeCode.ts';
export { planUndoneTransfer } from './planUndoneTransfer.ts';
export type { TransferLedger } from './transferLedger.ts';
