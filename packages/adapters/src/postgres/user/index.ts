export * from './userStore.ts';
