export {
  type FundTaken,
  planTransfer,
  type PlannedRow,
  type TransferChoice,
  transferConflicts,
  type TransferPlan,
} from './planTransfer.ts';
export {
  factConflicts,
  factDifferences,
  type FactDifference,
  factsOfHolding,
  holdingSummary,
  isHeld,
} from './transferHoldings.ts';
export { planUndoneTransfer } from './planUndoneTransfer.ts';
export type { TransferLedger } from './transferLedger.ts';
