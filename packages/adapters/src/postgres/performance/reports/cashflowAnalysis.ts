import { cashflowAnalysis as report } from '@carrara/contract/performance/reports/cashflowAnalysis';
import { defineFigureReport } from './defineFigureReport.ts';

export const cashflowAnalysis = defineFigureReport(report, {
  figures: { subjects: ['VEHICLE'], before: 'ALL' },
  of: 'rows',
  from: `SELECT f.tenant_id, md5(f.subject_id::text || f.period_end::text)::uuid AS id, f.subject_id AS fund, f.period_end AS quarter,
      r.code AS currency, f.contributions, f.distributions, f.unfunded, f.nav, f.irr, f.dpi, f.tvpi,
      f.not_determined AS "notDetermined", f.irr_annualised AS "irrAnnualised", f.gross_irr_annualised AS "grossIrrAnnualised",
      f.rolled_forward_from AS "rolledForwardFrom", NULL::date AS "lastDate", NULL::date AS "carriedFrom"
    FROM period_figure f JOIN reference_entry r ON r.tenant_id = f.tenant_id AND r.id = f.currency_id
    WHERE f.subject = 'VEHICLE' AND (:fundId::uuid IS NULL OR f.subject_id = :fundId)
      AND (:from::date IS NULL OR f.period_end >= :from::date) AND (:to::date IS NULL OR f.period_end <= :to::date)`,
});
