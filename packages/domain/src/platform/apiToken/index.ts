export { tokenPeriodFailures } from './period.ts';
