export { approverCandidates } from './approvers.ts';
export { assembleRun } from './assemble.ts';
export { type ChartBy, distributionChart } from './charts.ts';
export { distributionList } from './distributionList.ts';
export { loadHead, loadInputs, loadPrevious, loadShownHead } from './head.ts';
export { loadLabels, readableFailures } from './labels.ts';
export { loadRun } from './rows.ts';
export { sourceOptions } from './sourceOptions.ts';
export { type DistributionRules, distributionPorts } from './store.ts';
