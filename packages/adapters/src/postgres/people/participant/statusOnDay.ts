import { statusText } from '../../statusText.ts';

/**
 * Returns SQL for the status on the firm's local date. A termination in the future doesn't count yet.
 * The date is read once per statement, not once per row.
 */
export const statusOnDay = (alias: string): string =>
  `CASE WHEN ${alias}.status = 'TERMINATED' AND ${alias}.termination_date > (SELECT firm_day()) THEN 'ACTIVE' ELSE ${alias}.status END`;

/** Returns SQL for the status with its text, as records and lists return it. */
export const displayedStatus = (alias: string): string =>
  `(SELECT jsonb_build_object('code', s.code, 'description', ${statusText('employee', 's.code')}) FROM (SELECT ${statusOnDay(alias)} AS code) s)`;
