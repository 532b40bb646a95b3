export * from './calculate.ts';
export * from './calculateText.ts';
export type { Calculator, Json, JsonRecord, PrintedFailure } from './calculator.ts';
