import type { ReportingDate } from '@carrara/contract/performance/periodFigures';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { shownQuarter } from './shownQuarter.ts';

/** Whose quarter ends: of all vehicles, of all holdings, or of what a condition on `f`, the figures of a subject, names (`$3` is the id). */
const conditions = {
  all: `f.subject = 'VEHICLE'`,
  holdings: `f.subject = 'HOLDING'`,
  vehicle: `f.subject = 'VEHICLE' AND f.subject_id = $3`,
  investor: `f.subject = 'VEHICLE' AND f.vehicle_id IN (SELECT c.vehicle_id FROM commitment c WHERE c.tenant_id = f.tenant_id AND c.investor_id = $3)`,
  firm: `f.subject = 'VEHICLE' AND f.vehicle_id IN (SELECT v.id FROM fund v WHERE v.tenant_id = f.tenant_id AND v.firm_id = $3
    UNION ALL SELECT v.id FROM coinvestment v WHERE v.tenant_id = f.tenant_id AND v.firm_id = $3)`,
  investment: `f.subject = 'HOLDING' AND f.subject_id IN (
    SELECT h.id FROM fund_investment h WHERE h.tenant_id = f.tenant_id AND h.investment_id = $3
    UNION ALL SELECT h.id FROM coinvestment_investment h WHERE h.tenant_id = f.tenant_id AND h.investment_id = $3)`,
} as const;

/** The quarter ends that have figures, the last first; those of a record with the vehicles that they are of, which of all vehicles are too many. None that lies ahead is whole: it has the values of an earlier day. */
export function reportingDates(
  { tx, today }: { readonly tx: Transaction; readonly today: string },
  of: keyof typeof conditions,
  id?: string,
): Promise<ReportingDate[]> {
  const vehicles = `coalesce(jsonb_agg(DISTINCT jsonb_build_object('id', v.id, 'name', v.name)), '[]')`;
  return tx.query<ReportingDate>(
    `SELECT f.period_end AS id, f.period_end <= least(${shownQuarter(`f.tenant_id = $1 AND ${conditions[of]}`)}, $2::date) AS "isWhole", f.period_end AS "endDate", f.period_end AS "reportingDate",
       to_char(f.period_end, 'MM/DD/YYYY') AS "formattedDate", to_char(f.period_end, 'MM/DD/YYYY') AS name,
       ${id === undefined ? `'[]'::jsonb` : vehicles} AS collection
     FROM period_figure f JOIN container v ON v.tenant_id = f.tenant_id AND v.id = f.vehicle_id
     WHERE f.tenant_id = $1 AND ${conditions[of]} GROUP BY f.period_end ORDER BY f.period_end DESC`,
    id === undefined ? [tx.tenantId, today] : [tx.tenantId, today, id],
  );
}
