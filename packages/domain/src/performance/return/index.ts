export * from './feePaying.ts';
export * from './horizon.ts';
export * from './inCurrency.ts';
export * from './investorMultiples.ts';
export * from './navOnDay.ts';
export * from './periodReturn.ts';
export * from './rateOfReturn.ts';
export * from './subscriptionLine.ts';
