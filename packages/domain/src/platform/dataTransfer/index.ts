export * from './decisions.ts';
export { dataTransferLifecycle } from './lifecycle.ts';
export {
  hasPartnerTransfer,
  openPackage,
  packageFormat,
  type PackageChange,
  packageChanges,
  type TransferPackage,
  type TransferredDocument,
  type TransferredEntry,
  type TransferredEvent,
  type TransferredFacts,
  type TransferredFund,
  type TransferredHolding,
  type TransferredNav,
  undoFailures,
} from './transferPackage.ts';
