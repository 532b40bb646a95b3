export * from './computeRealization.ts';
