export * from './knownNames.ts';
