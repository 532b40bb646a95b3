export * from './inCurrency.ts';
export * from './payIfLeaving.ts';
export * from './spread.ts';
export * from './yearOfPay.ts';
export * from './awardRules.ts';
export * from './decisions.ts';
export * from './lifecycle.ts';
