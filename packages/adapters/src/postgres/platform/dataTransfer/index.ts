export { dataTransferList } from './dataTransferList.ts';
export {
  loadPackage,
  loadTransfer,
  moveStoredTransfer,
  packageHashOf,
  pendingOverLink,
  sendTransfer,
  type StoredTransfer,
  transferCounts,
  transferDatesOf,
  transfersOf,
  transfersOfInvestor,
} from './dataTransfers.ts';
