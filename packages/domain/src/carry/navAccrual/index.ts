export * from './accrueAtNav.ts';
export * from './carryAtNav.ts';
export {
  explainCarryAtNav,
  explainClawback,
  explainCover,
  type ExplainedExposure,
  explainNavTotal,
} from './explainCarryAtNav.ts';
export * from './navLocation.ts';
export { type DeterminedAmount, sumOverFunds } from './sumOverFunds.ts';
export { leavingEffects, type NavLeaving } from './vestedAtNav.ts';
