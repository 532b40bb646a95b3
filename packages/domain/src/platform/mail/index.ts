export * from './notification.ts';
export * from './retries.ts';
