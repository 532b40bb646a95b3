export * from './deferred.ts';
