export { type FiguresRead, knownFigures } from './knownFigures.ts';
export { asKnown, type Known, knownOf, knownTables, knownValues } from './knownTables.ts';
