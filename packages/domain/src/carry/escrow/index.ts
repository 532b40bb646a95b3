export * from './escrow.ts';
