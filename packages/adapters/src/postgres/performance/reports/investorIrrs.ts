import { investorIrrs as report } from '@carrara/contract/performance/reports/investorIrrs';
import { defineFigureReport } from './defineFigureReport.ts';
import { isAcrossTransfer } from '../periodFigures/acrossTransfer.ts';
import { figuresOn, marksOn } from './figuresOn.ts';

export const investorIrrs = defineFigureReport(report, {
  figures: { subjects: ['VEHICLE', 'COMMITMENT'], before: 0 },
  source: 'rows',
  from: `SELECT c.tenant_id, c.id, c.investor_id AS investor, c.vehicle_id AS fund, r.code AS currency, latest.period_end AS quarter, f.commitment, f.contributions,
      f.distributions, f.nav, f.irr, f.dpi, f.tvpi,
      ${marksOn('commitment', 'contributions', 'distributions', 'nav', 'irr', 'dpi', 'tvpi')},
      ${isAcrossTransfer('c.tenant_id', 'c.id', 'latest.period_end')} AS "irrPartial"
    FROM commitment c ${figuresOn('COMMITMENT', 'c')}
    WHERE (:fundId::uuid IS NULL OR c.vehicle_id = :fundId) AND (:investorId::uuid IS NULL OR c.investor_id = :investorId)`,
});
