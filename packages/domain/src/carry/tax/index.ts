export * from './lifecycle.ts';
export * from './taxAmount.ts';
export * from './taxProfile.ts';
export * from './taxProfileChecks.ts';
export * from './taxRate.ts';
export * from './taxYears.ts';
