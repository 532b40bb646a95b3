import { statusText } from '../../statusText.ts';

/** SQL for the firm's local date, which is read once per statement, not once per row. */
const today = '(SELECT firm_day())';

/**
 * Returns SQL for the leaving in force on a date: the last termination on or before it, unless a rehire on or before it
 * follows. Null for everybody who is employed then. `day` is a date expression. Same rule as `leavingOn`.
 */
export const leavingDay = (alias: string, day: string): string =>
  `(SELECT max(l.termination_date) FROM (SELECT ${alias}.termination_date UNION ALL SELECT v.event_date FROM employment_event v
      WHERE v.tenant_id = ${alias}.tenant_id AND v.employee_id = ${alias}.id AND v.kind = 'TERMINATED') l
    WHERE l.termination_date <= ${day} AND NOT EXISTS (SELECT FROM employment_event r WHERE r.tenant_id = ${alias}.tenant_id AND r.employee_id = ${alias}.id
      AND r.kind = 'REHIRED' AND r.event_date > l.termination_date AND r.event_date <= ${day}))`;

/** Returns SQL that is true for a participant who has left on a date. Trusts and entities can have a status without a date. */
export const isTerminatedOn = (alias: string, day: string): string =>
  `(${alias}.status = 'TERMINATED' AND ${alias}.termination_date IS NULL OR ${leavingDay(alias, day)} IS NOT NULL)`;

/** Returns SQL for the status on the firm's local date. Terminations and rehires in the future don't count yet. */
export const statusOnDay = (alias: string): string =>
  `CASE WHEN ${isTerminatedOn(alias, today)} THEN 'TERMINATED' ELSE 'ACTIVE' END`;

/** Returns SQL for the termination date, as records and lists return it: that of the leaving in force today, or of a planned one. */
export const displayedTermination = (alias: string): string =>
  `coalesce(${leavingDay(alias, today)}, ${alias}.termination_date)`;

/** Returns SQL for the reason of that termination. */
export const leavingReason = (alias: string): string =>
  `coalesce(${alias}.termination_reason, (SELECT v.reason FROM employment_event v WHERE v.tenant_id = ${alias}.tenant_id AND v.employee_id = ${alias}.id
    AND v.kind = 'TERMINATED' AND v.event_date = ${leavingDay(alias, today)} ORDER BY v.id DESC LIMIT 1))`;

/** Returns SQL for the status with its text, as records and lists return it. */
export const displayedStatus = (alias: string): string =>
  `(SELECT jsonb_build_object('code', s.code, 'description', ${statusText('employee', 's.code')}) FROM (SELECT ${statusOnDay(alias)} AS code) s)`;
