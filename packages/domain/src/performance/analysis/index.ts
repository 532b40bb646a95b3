export * from './accountOf.ts';
export * from './feeProjection.ts';
export * from './sumsByCurrency.ts';
