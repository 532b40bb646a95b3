export type { CarryPayment, ClosedFigures, ClosingLedger } from './closingLedger.ts';
export * from './carryMetrics.ts';
export * from './changes.ts';
export * from './closingSteps.ts';
export * from './tieOutFacts.ts';
