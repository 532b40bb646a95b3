export { dataTransferLifecycle } from './lifecycle.ts';
export {
  openPackage,
  packageFormat,
  type PackageChange,
  packageChanges,
  type PackageClaims,
  type TransferPackage,
  type TransferredDocument,
  type TransferredEntry,
  type TransferredEvent,
  type TransferredFund,
  undoDays,
  undoFailures,
} from './transferPackage.ts';
