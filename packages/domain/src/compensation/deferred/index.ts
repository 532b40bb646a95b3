export * from './decisions.ts';
export * from './deferredAward.ts';
export * from './leaverTreatment.ts';
export * from './ledger.ts';
