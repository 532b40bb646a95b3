export * from './geography.ts';
export * from './holdingShares.ts';
export * from './investmentReturn.ts';
export * from './metricPairs.ts';
export * from './monthDay.ts';
export * from './ownership.ts';
export * from './taxonomy.ts';
