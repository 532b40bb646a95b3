import { fundPortfolioSummaries as report } from '@carrara/contract/performance/reports/fundPortfolioSummaries';
import { defineReportQuery } from '../../engine/reports/index.ts';

/** The figures of each holding at the quarter end, the last until then. */
export const fundPortfolioSummaries = defineReportQuery(report, {
  of: 'rows',
  from: `SELECT h.tenant_id, h.id, h.vehicle_id AS fund, h.investment_id AS investment, r.code AS currency, f.invested, f.proceeds, f.income,
      f.cost, f.fair_value AS "fairValue", f.unrealised, f.gross_moic AS "grossMoic", f.gross_irr AS "grossIrr"
    FROM (SELECT x.tenant_id, x.id, x.investment_id, x.fund_id AS vehicle_id FROM fund_investment x
      UNION ALL SELECT x.tenant_id, x.id, x.investment_id, x.coinvestment_id FROM coinvestment_investment x) h
    JOIN LATERAL (SELECT g.* FROM period_figure g WHERE g.tenant_id = h.tenant_id AND g.subject = 'HOLDING' AND g.subject_id = h.id
      AND g.period_end <= :endDate::date ORDER BY g.period_end DESC LIMIT 1) f ON true
    JOIN reference_entry r ON r.tenant_id = f.tenant_id AND r.id = f.currency_id`,
});
