export * from './accrueAtNav.ts';
export * from './carryAtNav.ts';
export * from './navLocation.ts';
