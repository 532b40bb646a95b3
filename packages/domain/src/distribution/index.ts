export * from './computeDistribution.ts';
export * from './distribution.ts';
