export {
  type ReceivedFund,
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
  isHolding,
} from './transferHoldings.ts';
export { planUndoneTransfer } from './planUndoneTransfer.ts';
export type { TransferLedger } from './transferLedger.ts';
