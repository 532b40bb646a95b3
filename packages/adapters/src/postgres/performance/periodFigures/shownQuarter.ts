import type { Transaction } from '../../engine/unitOfWork/index.ts';

const ofVehicles = `f.subject = 'VEHICLE'`;

/**
 * The quarter end that is shown unless another is asked for, as an expression: the last one until which everything has figures, so that one fund that is
 * ahead does not leave all others open. What is worth nothing any more holds nobody back, nor does what nothing was booked of for a year.
 *
 * `which` names figures of `f`: those of all vehicles, or of some.
 */
export const shownQuarter = (which = ofVehicles): string =>
  `(SELECT coalesce(min(l.period_end) FILTER (WHERE l.worth IS DISTINCT FROM 0), max(l.period_end)) FROM (
     SELECT DISTINCT ON (f.subject_id) f.period_end, coalesce(f.nav, f.fair_value) AS worth FROM period_figure f
     WHERE ${which} AND f.period_end > (SELECT max(f.period_end) - interval '1 year' FROM period_figure f WHERE ${which})
     ORDER BY f.subject_id, f.period_end DESC) l)`;

/** That quarter end over all vehicles of a firm. */
export async function shownReportingDate(tx: Transaction): Promise<string | undefined> {
  const [found] = await tx.query<{ end: string | null }>(
    `SELECT ${shownQuarter(`f.tenant_id = $1 AND ${ofVehicles}`)} AS "end"`,
    [tx.tenantId],
  );
  return found?.end ?? undefined;
}
