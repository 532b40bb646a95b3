export * from './containers.ts';
export * from './heldInvestments.ts';
export * from './investmentCurrencies.ts';
export * from './lists.ts';
export * from './sources.ts';
export * from './navigation.ts';
export * from './currencyUse.ts';
