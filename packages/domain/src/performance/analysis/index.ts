export * from './analyzeAccount.ts';
export * from './feeProjection.ts';
export * from './dashboard.ts';
export * from './horizonReturns.ts';
export * from './performanceInput.ts';
export * from './sumsByCurrency.ts';
