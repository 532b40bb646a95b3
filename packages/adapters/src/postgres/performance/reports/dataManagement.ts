import { dataManagement as report } from '@carrara/contract/performance/reports/dataManagement';
import { defineFigureReport } from './defineFigureReport.ts';

export const dataManagement = defineFigureReport(report, {
  figures: { subjects: ['VEHICLE', 'HOLDING', 'COMMITMENT'], before: 0 },
  source: 'rows',
  from: `SELECT v.tenant_id, v.id, v.id AS fund, r.code AS currency, p.last_quarter AS "lastQuarter", p.locked_until AS "lockedUntil", p.version,
      p.open_quarters AS "openQuarters", e.last_entry AS "lastEntry", e.entered, x.last_valuation AS "lastValuation",
      (SELECT sum(jsonb_array_length(g.not_determined))::int FROM period_figure g WHERE g.tenant_id = v.tenant_id AND g.vehicle_id = v.id
        AND g.period_end = p.last_quarter) AS "undeterminedFigures"
    FROM container v
    LEFT JOIN fund f ON f.tenant_id = v.tenant_id AND f.id = v.id
    LEFT JOIN coinvestment k ON k.tenant_id = v.tenant_id AND k.id = v.id
    JOIN reference_entry r ON r.tenant_id = v.tenant_id AND r.id = coalesce(f.currency_id, k.currency_id)
    JOIN LATERAL (SELECT max(q.period_end) AS last_quarter, max(q.period_end) FILTER (WHERE q.status = 'LOCKED') AS locked_until,
        count(DISTINCT q.id) FILTER (WHERE q.status = 'OPEN')::int AS open_quarters, 
        (array_agg(n.version ORDER BY q.period_end DESC, n.version DESC)
          FILTER (WHERE q.status = 'LOCKED' AND n.version IS NOT NULL))[1] AS version
      FROM period q LEFT JOIN period_version n ON n.tenant_id = q.tenant_id AND n.period_id = q.id
      WHERE q.tenant_id = v.tenant_id AND q.vehicle_id = v.id) p ON p.last_quarter IS NOT NULL
    LEFT JOIN LATERAL (SELECT max(l.effective_date) AS last_entry, max(l.created_at) AS entered FROM ledger_entry l
      WHERE l.tenant_id = v.tenant_id AND l.vehicle_id = v.id) e ON true
    LEFT JOIN LATERAL (SELECT max(w.valuation_date) AS last_valuation FROM (
        SELECT DISTINCT ON (o.security_id, o.valuation_date) o.valuation_date, o.fair_value FROM valuation o
        WHERE o.tenant_id = v.tenant_id AND o.vehicle_id = v.id
        ORDER BY o.security_id, o.valuation_date, o.seq DESC, o.position DESC, o.id DESC) w WHERE w.fair_value IS NOT NULL) x ON true
    WHERE v.is_vehicle AND (:fundId::uuid IS NULL OR v.id = :fundId)`,
});
