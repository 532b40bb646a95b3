export * from './balancePositions.ts';
export { changesSinceSubmission } from './changesSinceSubmission.ts';
export { unacknowledgedVesting, vestingChanges } from './vestingChanges.ts';
export * from './computeRun.ts';
export * from './decisions.ts';
export {
  type Acknowledgment,
  changesSinceSaved,
  distributionDraft,
  type DistributionFields,
  type DistributionHead,
  type DistributionMove,
  type DistributionReversal,
  distributionReversal,
  type DistributionToStore,
  type SavedDraft,
  submissionProblems,
} from './distributionDraft.ts';
export * from './letters.ts';
export { listedWarnings } from './listedWarnings.ts';
export { distributionLifecycle } from './lifecycle.ts';
export * from './previewVesting.ts';
export * from './runFacts.ts';
export * from './runInput.ts';
export { acknowledgmentKey } from './runWarnings.ts';
export * from './holderShares.ts';
export type { PayingSource } from './accrualWarnings.ts';
export * from './acknowledgments.ts';
export * from './vestingOfRun.ts';
