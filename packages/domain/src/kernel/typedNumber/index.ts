export * from './parseDecimalText.ts';
export * from './moneyLimit.ts';
