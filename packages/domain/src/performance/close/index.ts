export * from './carryMetrics.ts';
export * from './tieOutFacts.ts';
