export * from './ahead.ts';
export * from './decisions.ts';
export * from './deferred.ts';
export * from './leaving.ts';
export * from './ledger.ts';
