export { findOfficeSuite, recalculated } from './recalculated.ts';
