export * from './deferredAwardList.ts';
export * from './deferredLedger.ts';
