export * from './inCurrency.ts';
export * from './spread.ts';
export * from './yearOfPay.ts';
