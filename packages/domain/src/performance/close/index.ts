export type { CarryPayment, ClosedFigures, ClosingLedger } from './closingLedger.ts';
export * from './carryMetrics.ts';
export * from './changes.ts';
export * from './closingCarry.ts';
export * from './closingSteps.ts';
export * from './quarterWork.ts';
export * from './tieOutFacts.ts';
