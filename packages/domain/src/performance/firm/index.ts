export { firmFigures, largestFirst } from './firmFigures.ts';
