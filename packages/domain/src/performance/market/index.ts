export * from './fittingBenchmarks.ts';
export * from './currencyOfIndex.ts';
export * from './decideIndexLevels.ts';
export * from './levelLines.ts';
export * from './quartile.ts';
