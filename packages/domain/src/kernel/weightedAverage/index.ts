export * from './weightedAverage.ts';
