export { figuresOfRun, type RunFigures } from './figuresOfRun.ts';
export { type StoredRun as KeptRun, storeRun as keepRun, loadRun, loadRuns, reportRunList } from './reportRuns.ts';
