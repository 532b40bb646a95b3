export * from './decisions.ts';
export * from './deferred.ts';
export * from './leaverTreatment.ts';
export * from './ledger.ts';
