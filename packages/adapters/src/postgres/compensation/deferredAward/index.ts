export * from './deferredAwardList.ts';
export * from './deferredLedger.ts';
export * from './ownDeferred.ts';
