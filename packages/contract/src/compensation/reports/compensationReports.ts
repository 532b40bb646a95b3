import * as list from './list.ts';

/** The reports of compensation, by operation. */
export const compensationReports = { ...list };
