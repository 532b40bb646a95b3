import { investorIrrs as report } from '@carrara/contract/performance/reports/investorIrrs';
import { defineFigureReport } from './defineFigureReport.ts';
import { isAcrossTransfer } from '../periodFigures/acrossTransfer.ts';
import { coverageJoin, excludedVehicleSql } from '../periodFigures/investorCoverage.ts';
import { figuresOn, figureMarksSql } from './figuresOn.ts';

/** Sums leave out the funds that the investor's own figures leave out. */
export const investorIrrs = defineFigureReport(report, {
  figures: { subjects: ['VEHICLE', 'COMMITMENT'], before: 0 },
  source: 'rows',
  from: `SELECT c.tenant_id, c.id, c.investor_id AS investor, c.vehicle_id AS fund, r.code AS currency, latest.period_end AS quarter, f.commitment, f.contributions,
      f.distributions, f.nav, f.irr, f.dpi, f.tvpi, f.recallable, NULL::text AS contradiction,
      ${figureMarksSql('commitment', 'contributions', 'distributions', 'nav', 'irr', 'dpi', 'tvpi')},
      ${isAcrossTransfer('c.tenant_id', 'c.id', 'latest.period_end')} AS "irrPartial",
      CASE WHEN :fundId::uuid IS NULL THEN ${excludedVehicleSql('covered', 'c.vehicle_id')} END AS excluded
    FROM commitment c ${figuresOn('COMMITMENT', 'c')}
    LEFT JOIN LATERAL (SELECT g.tenant_id, g.subject_id, g.currency_id, g.period_end, g.nav, g.not_determined,
        CASE WHEN :carriesForward::boolean AND g.carried IS NOT NULL THEN g.carried -> 'coverage' ELSE g.coverage END AS coverage FROM period_figure g
      WHERE g.tenant_id = c.tenant_id AND g.subject = 'INVESTOR' AND g.subject_id = c.investor_id AND g.currency_id = latest.currency_id
        AND g.period_end <= requested."end" ORDER BY g.period_end DESC LIMIT 1) s ON true
    ${coverageJoin('s', 'CASE WHEN :carriesForward::boolean THEN s.period_end ELSE requested."end" END', 'covered')}
    WHERE (:fundId::uuid IS NULL OR c.vehicle_id = :fundId) AND (:investorId::uuid IS NULL OR c.investor_id = :investorId)`,
});
