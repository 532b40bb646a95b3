export { type Capital, CapitalSum, capitalFigures, type Flow, type Measured, navOf } from './capital.ts';
export * from './computeVehicle.ts';
export * from './figures.ts';
export * from './positions.ts';
