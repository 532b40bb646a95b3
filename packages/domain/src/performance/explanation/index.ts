export { bookOn } from './book.ts';
export * from './explainAccount.ts';
export type { CountedPart } from './explainCapital.ts';
export * from './explainFunds.ts';
export * from './explainInvestment.ts';
export * from './explainReturns.ts';
export { explainSubject } from './explainSubject.ts';
export * from './inDisplayCurrency.ts';
export { type CountedFact, type PerformanceStep } from './performanceStep.ts';
