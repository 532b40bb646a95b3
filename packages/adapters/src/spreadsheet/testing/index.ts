export { findOfficeSuite, type RecalculatedFormula, recalculated } from './recalculated.ts';
