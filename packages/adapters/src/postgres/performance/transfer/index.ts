export * from './transferMetrics.ts';
export * from './transferOrigins.ts';
