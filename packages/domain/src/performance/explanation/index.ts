export { type Book, bookOn } from './book.ts';
export * from './explainAccount.ts';
export type { CountedPart } from './explainCapital.ts';
export * from './explainSubject.ts';
export * from './inShownCurrency.ts';
export { whyNot } from './mends.ts';
export { type CountedFact, type PerformanceStep, type StepNotes, Trail, type WhyNot } from './trail.ts';
