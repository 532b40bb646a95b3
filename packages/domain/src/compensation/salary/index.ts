export * from './annualRate.ts';
export * from './change.ts';
export * from './earned.ts';
export * from './prorating.ts';
