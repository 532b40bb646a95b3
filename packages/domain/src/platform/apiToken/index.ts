export * from './decisions.ts';
export { tokenPeriodFailures } from './period.ts';
