export * from './deferredAwardList.ts';
export * from './deferredLedger.ts';
export * from './ledgerOf.ts';
export * from './ownDeferred.ts';
