export * from './deferred.ts';
export * from './ledger.ts';
