export { type Capital, CapitalSum, capitalFigures, type Flow, type Measured, navOf } from './capital.ts';
export * from './computeInvestors.ts';
export * from './convertedFigures.ts';
export * from './computeVehicle.ts';
export { figureTexts } from './figuresText.ts';
export * from './figures.ts';
export * from './positions.ts';
export * from './engineVersion.ts';
export { UnrealisedGain } from './unrealised.ts';
