export * from './parseDecimalText.ts';
