export * from './decisions.ts';
export * from './fxConversion.ts';
export * from './fxRate.ts';
export * from './rateSheet.ts';
export * from './ratePlan.ts';
