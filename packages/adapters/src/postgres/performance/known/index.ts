export { type FiguresRead, knownFigures, knownQuarter, policyThen } from './knownFigures.ts';
export { asKnown, type Known, knownOf, knownTables, knownValues } from './knownTables.ts';
