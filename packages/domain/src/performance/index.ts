export * from './irr.ts';
export type { CashFlow } from './flowSeries.ts';
