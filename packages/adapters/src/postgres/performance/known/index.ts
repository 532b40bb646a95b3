export { type FiguresRead, knownFigures, existingQuarter as knownQuarter, vehicleThen } from './knownFigures.ts';
export {
  asKnown,
  type Known,
  existingOf as knownOf,
  existingTables as knownTables,
  existingValues as knownValues,
} from './knownTables.ts';
