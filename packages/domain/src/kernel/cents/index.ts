export * from './applyFraction.ts';
export * from './splitCents.ts';
export * from './wholeNumber.ts';
