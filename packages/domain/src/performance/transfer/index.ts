export {
  type FundTaken,
  planTransfer,
  type PlannedRow,
  type ReportPosting,
  type TransferChoice,
  type TransferConflict,
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
  type SummaryLine,
} from './transferHoldings.ts';
export { planUndoneTransfer } from './planUndoneTransfer.ts';
export type { TransferLedger } from './transferLedger.ts';
