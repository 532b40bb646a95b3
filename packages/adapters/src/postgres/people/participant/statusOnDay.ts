import { statusText } from '../../statusText.ts';

/**
 * Whether somebody is terminated on the firm's day: a termination that lies ahead changes nothing before it.
 *
 * The day is asked once for a statement, not once for a row.
 */
export const statusOnDay = (of: string): string =>
  `CASE WHEN ${of}.status = 'TERMINATED' AND ${of}.termination_date > (SELECT firm_day()) THEN 'ACTIVE' ELSE ${of}.status END`;

/** The status with its text, as records and lists answer it. */
export const shownStatus = (of: string): string =>
  `(SELECT jsonb_build_object('code', s.code, 'description', ${statusText('employee', 's.code')}) FROM (SELECT ${statusOnDay(of)} AS code) s)`;
