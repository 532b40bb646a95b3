export { fundStore } from '../container/containers.ts';
export { type FundFigures, fundFigures, fundList } from './fundList.ts';
