export { fundStore } from '../carry/containers.ts';
export { type FundFigures, fundFigures, fundList } from './fundList.ts';
