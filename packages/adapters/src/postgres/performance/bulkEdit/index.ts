export * from './bulkReads.ts';
