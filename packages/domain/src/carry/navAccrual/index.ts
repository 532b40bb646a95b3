export * from './accrueAtNav.ts';
export * from './carryAtNav.ts';
export * from './navLocation.ts';
export { leavingEffects, type NavLeaving } from './vestedAtNav.ts';
