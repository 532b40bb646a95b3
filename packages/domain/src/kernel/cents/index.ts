export * from './partOf.ts';
export * from './splitCents.ts';
export * from './wholeNumber.ts';
