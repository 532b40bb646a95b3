export * from './accountOf.ts';
export * from './feeProjection.ts';
export * from './dashboard.ts';
export * from './performanceInput.ts';
export * from './sumsByCurrency.ts';
