export * from './accruedCarry.ts';
export * from './act.ts';
export { amountWarnings } from './amountWarnings.ts';
export * from './carryPaid.ts';
export * from './commitment.ts';
export * from './decideAct.ts';
export { decideChangeReversal } from './decideChangeReversal.ts';
export * from './decideCommitment.ts';
export * from './decideEntries.ts';
export * from './decideSettlement.ts';
export * from './effect.ts';
export * from './entry.ts';
export * from './entryType.ts';
export { warnOfDistribution } from './warnOfDistribution.ts';
export { warnOfLateClosing } from './warnOfLateClosing.ts';
export { carryOffsets } from './carryOffsets.ts';
export { unmatchedInterest } from './unmatchedInterest.ts';
export * from './entryWarnings.ts';
export {
  cashAndCarry,
  measuredEntries,
  type PassableEntry,
  type TransferLedger,
  transferPolicies,
  type TransferPolicy,
} from './partnerTransfers.ts';
export { implausibleChangeText } from './implausibleChange.ts';
export { initialCloseWarnings } from './initialCloseWarnings.ts';
export * from './positions.ts';
export * from './posting.ts';
export * from './ledgerState.ts';
export { matchEarnedCarry } from './matchEarnedCarry.ts';
export * from './postEvent.ts';
export * from './postMany.ts';
export * from './quarter.ts';
export { type EarlierAct } from './sameAct.ts';
export { splitAmongGps, shareOut } from './shareOut.ts';
export { amountsOfEntry, type CreatedRealization, dependentActs, type LaterAct } from './laterActs.ts';
export { orphanedValues, type ValuedLedger } from './orphanedValues.ts';
export { decideActReversal } from './reverseAct.ts';
export * from './sharesOfAct.ts';
export * from './splitBefore.ts';
export * from './ledgerActs.ts';
export * from './rowFailures.ts';
export * from './notice.ts';
export * from './noticeShares.ts';
export { type StoredNavs } from './netAssetValues.ts';
export { lineParts } from './lineParts.ts';
export * from './transferChecks.ts';
export { signFailures } from './entryFailures.ts';
export { isBelowZero, unfundedChanges, unfundedOn } from './unfundedCommitment.ts';
export { withoutReversed } from './withoutReversed.ts';
