export { figuresOfRun, type RunFigures } from './figuresOfRun.ts';
export { type KeptRun, keepRun, loadRun, loadRuns, reportRunList } from './reportRuns.ts';
