export * from './annualRate.ts';
export * from './change.ts';
export * from './salaryEarned.ts';
export * from './prorate.ts';
