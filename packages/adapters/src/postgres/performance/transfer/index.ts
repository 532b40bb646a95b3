export * from './transferOrigins.ts';
