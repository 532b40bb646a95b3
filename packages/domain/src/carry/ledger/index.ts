export * from './accountEntry.ts';
export * from './escrowRelease.ts';
export * from './posting.ts';
export * from './conflictsSince.ts';
