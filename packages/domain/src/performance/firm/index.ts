export { type FirmFigures, firmFigures, type FirmSums, largestFirst } from './firmFigures.ts';
