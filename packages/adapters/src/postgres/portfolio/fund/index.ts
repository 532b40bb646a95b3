export { fundStore } from '../container/containers.ts';
export { fundFigures, fundList } from './fundList.ts';
