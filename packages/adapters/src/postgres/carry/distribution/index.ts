export { approverCandidates } from './approvers.ts';
export { type AssembledRun, assembleOutlines, assembleRun, assembleRunInTurns, assembleSources } from './assemble.ts';
export { type ChartBy, distributionChart } from './charts.ts';
export { countDistributions, distributionList } from './distributionList.ts';
export { discardDraft, storeDraft as keepDraft, listDrafts } from './drafts.ts';
export { explanationRecords, type RunSave, savesOfRun, sourcesOfRun } from './explanationRecords.ts';
export {
  loadDisbursedAt,
  loadHead,
  lockWithReversal,
  loadInputs,
  loadPrevious,
  loadShownHead,
  type DisplayedHead as ShownHead,
} from './head.ts';
export {
  type PayeeFacts,
  payeeFacts,
  type PrintedPerson,
  printedPeople,
  type TrancheHolder,
  trancheHolders,
} from './payeeFacts.ts';
export { participantNames, previousRuns, submissionComment } from './previousRuns.ts';
export { type PaidSource, paidSources } from './paidSources.ts';
export { loadLabels, readableFailures, readableRemarks } from '../run/labels.ts';
export { loadRun } from './rows.ts';
export { loadRunThrough } from './runThrough.ts';
export { type VestedOfRun, vestedOfRun } from './runVesting.ts';
export { sourceOptions } from './sourceOptions.ts';
export { type DistributionRules, distributionStore, type WhileStored } from './store.ts';
