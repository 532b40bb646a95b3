export * from './decisions.ts';
export * from './notification.ts';
export * from './retries.ts';
