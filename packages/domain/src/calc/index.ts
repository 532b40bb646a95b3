export * from './calculate.ts';
export * from './calculateText.ts';
export type { Calculator } from './calculator.ts';
