import type { ReportingDate } from '@carrara/contract/performance/period/periodFigures';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { lastValueSql, localDate, displayedQuarter, subjectValueSql } from './displayedQuarter.ts';

/**
 * Scope of the quarter ends: all vehicles, all holdings, or the subject of a condition on the figures `f` (`$2` is the
 * id).
 */
const conditions = {
  all: `f.subject = 'VEHICLE'`,
  holdings: `f.subject = 'HOLDING'`,
  vehicle: `f.subject = 'VEHICLE' AND f.subject_id = $2`,
  investor: `f.subject = 'VEHICLE' AND f.vehicle_id IN (SELECT c.vehicle_id FROM commitment c WHERE c.tenant_id = f.tenant_id AND c.investor_id = $2)`,
  firm: `f.subject = 'VEHICLE' AND f.vehicle_id IN (SELECT v.id FROM fund v WHERE v.tenant_id = f.tenant_id AND v.firm_id = $2
    UNION ALL SELECT v.id FROM coinvestment v WHERE v.tenant_id = f.tenant_id AND v.firm_id = $2)`,
  investment: `f.subject = 'HOLDING' AND f.subject_id IN (
    SELECT h.id FROM fund_investment h WHERE h.tenant_id = f.tenant_id AND h.investment_id = $2
    UNION ALL SELECT h.id FROM coinvestment_investment h WHERE h.tenant_id = f.tenant_id AND h.investment_id = $2)`,
} as const;

/** True if `w`, the last value of a subject by today, is of a date before `d` and the subject has no value on `d`. */
const isLate = `w.period_end < d.period_end AND w.amount > 0 AND NOT EXISTS (SELECT FROM period_figure g
  WHERE g.tenant_id = $1 AND g.subject_id = w.subject_id AND g.period_end = d.period_end AND ${subjectValueSql('g')} IS NOT NULL)`;

/** Maximum number of late vehicles to list. */
const mostLate = 20;

/**
 * Returns the quarter ends with figures, latest first, the default one among them, and from that one on the late
 * vehicles. A quarter end after today is among them only if something has a value then, and nothing is late for it. For
 * a single record, returns the vehicles they belong to; for all vehicles, these would be too many.
 */
export function reportingDates(
  { tx }: { readonly tx: Transaction },
  scope: keyof typeof conditions,
  id?: string,
): Promise<ReportingDate[]> {
  const condition = `f.tenant_id = $1 AND ${conditions[scope]}`;
  const vehicles = `coalesce(jsonb_agg(DISTINCT jsonb_build_object('id', v.id, 'name', v.name)), '[]')`;
  return tx.query<ReportingDate>(
    `WITH worth AS MATERIALIZED (${lastValueSql(condition)}), displayed AS MATERIALIZED (SELECT ${displayedQuarter(condition)} AS "end"),
     dated AS MATERIALIZED (
       SELECT f.period_end, bool_and(${subjectValueSql('f')} IS NOT NULL) AS has_all, ${id === undefined ? `'[]'::jsonb` : vehicles} AS collection
       FROM period_figure f JOIN container v ON v.tenant_id = f.tenant_id AND v.id = f.vehicle_id WHERE ${condition} GROUP BY f.period_end
       HAVING f.period_end <= ${localDate} OR bool_or(${subjectValueSql('f')} IS NOT NULL))
     SELECT d.period_end AS id, d.period_end = s."end" AS "isDefault", d.has_all AND NOT EXISTS (SELECT FROM worth w WHERE ${isLate}) AS "isWhole", d.period_end AS "endDate",
       d.period_end AS "reportingDate", to_char(d.period_end, 'MM/DD/YYYY') AS "formattedDate", to_char(d.period_end, 'MM/DD/YYYY') AS name,
       d.collection, l.late
     FROM dated d CROSS JOIN displayed s CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'lastDate', w.period_end) ORDER BY w.period_end, w.name), '[]') AS late
       FROM (SELECT v.id, v.name, max(w.period_end) AS period_end FROM worth w JOIN container v ON v.tenant_id = $1 AND v.id = w.vehicle_id
         WHERE d.period_end BETWEEN s."end" AND ${localDate} AND ${isLate} GROUP BY v.id, v.name ORDER BY 3, 2 LIMIT ${String(mostLate)}) w) l
     ORDER BY d.period_end DESC`,
    id === undefined ? [tx.tenantId] : [tx.tenantId, id],
  );
}
