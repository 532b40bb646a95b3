export { cashOfShareSql, cashTypesSql } from './cashSql.ts';
export { lockedShares } from './lockedShares.ts';
export { ledgerEntryList, type ListedEntry } from './entryList.ts';
export {
  type LoadedLedger,
  lastEntered,
  loadLedger,
  loadVehicle,
  lockVehicles,
  multiplePolicyOf,
  hasOutdatedFigures,
  isLargeVehicle,
  openVehicles,
  type StoredCommitment,
  type StoredEntry,
  type StoredEvent,
  type StoredLedger,
  type StoredValuation,
  type Vehicle,
} from './loadLedger.ts';
export { entryRow, eventRow, reportRow, shareRows, sourceColumns } from './ledgerRows.ts';
export { loadOthers, lockInvestors } from './loadOthers.ts';
export { passedCash } from './passedCash.ts';
export * from './readChanges.ts';
export * from './readLedger.ts';
export * from './readReported.ts';
export { figureRows, type StoredFigures as KeptFigures, snake, storeFigures } from './storeFigures.ts';
export { insertRows, type LedgerRows, storeRows } from './storeLedger.ts';
export { countsSql, paysFeeSql } from './termsSql.ts';
export {
  figuresDigest,
  closedFigures,
  storeVersions as keepVersions,
  movePeriods,
  type ReportedPeriod as ToldPeriod,
  openPeriods,
  removeOtherHoldings,
  removePeriods,
  valuedDays,
} from './storePeriods.ts';
