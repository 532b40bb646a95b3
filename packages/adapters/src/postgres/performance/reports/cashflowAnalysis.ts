import { cashflowAnalysis as report } from '@carrara/contract/performance/reports/cashflowAnalysis';
import { feePayingSql, reasonsOnBasis } from '../periodFigures/basis.ts';
import { defineFigureReport } from './defineFigureReport.ts';
import { amountsOfVehicle, coversAllPartners } from './figuresOn.ts';

export const cashflowAnalysis = defineFigureReport(report, {
  figures: { subjects: ['VEHICLE', 'COMMITMENT'], before: 'ALL' },
  source: 'rows',
  from: `SELECT f.tenant_id, md5(f.subject_id::text || f.period_end::text)::uuid AS id, f.subject_id AS fund, f.period_end AS quarter,
      r.code AS currency, ${amountsOfVehicle('contributions', 'distributions', 'recallable', 'unfunded', 'nav')}, f.irr, f.dpi, f.tvpi, NULL::text AS contradiction,
      ${reasonsOnBasis('f', coversAllPartners)} AS "notDetermined", f.irr_annualized AS "irrAnnualized", f.gross_irr_annualized AS "grossIrrAnnualized",
      f.rolled_forward_from AS "rolledForwardFrom", f.reported_through AS "reportedThrough", NULL::date AS "lastDate", NULL::date AS "carriedFrom"
    FROM period_figure f JOIN reference_entry r ON r.tenant_id = f.tenant_id AND r.id = f.currency_id ${feePayingSql('f')}
    WHERE f.subject = 'VEHICLE' AND (:fundId::uuid IS NULL OR f.subject_id = :fundId)
      AND (:from::date IS NULL OR f.period_end >= :from::date) AND (:to::date IS NULL OR f.period_end <= :to::date)`,
});
