export * from './calendarDate.ts';
export * from './decimal.ts';
export * from './explanation.ts';
export * from './failure.ts';
export * from './failures.ts';
export * from './number.ts';
export * from './sums.ts';
export * from './units.ts';
