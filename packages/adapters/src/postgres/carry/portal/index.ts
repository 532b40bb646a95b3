export * from './ownPayment.ts';
export * from './ownTaxes.ts';
