export { type FiguresRead, knownFigures, knownQuarter, vehicleThen } from './knownFigures.ts';
export { asKnown, type Known, knownOf, knownTables, knownValues } from './knownTables.ts';
