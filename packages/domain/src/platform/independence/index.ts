export * from './independence.ts';
