export * from './tieOut.ts';
