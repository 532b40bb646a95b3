import * as list from './list.ts';

/** The reports of carry, by operation. */
export const carryReports = { ...list };
