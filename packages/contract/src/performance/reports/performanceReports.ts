import * as list from './list.ts';

/** The performance reports with their own addresses, by operation. */
export const performanceReports = { ...list };
