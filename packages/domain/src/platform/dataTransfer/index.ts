export { dataTransferLifecycle } from './lifecycle.ts';
export {
  openPackage,
  type PackageChange,
  packageChanges,
  type PackageClaims,
  type TransferPackage,
  type TransferredEntry,
  type TransferredFund,
  undoDays,
  undoFailures,
} from './transferPackage.ts';
