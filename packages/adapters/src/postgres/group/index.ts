export * from './groupStore.ts';
