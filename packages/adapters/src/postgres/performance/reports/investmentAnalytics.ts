import { investmentAnalytics as report } from '@carrara/contract/performance/reports/investmentAnalytics';
import { defineFigureReport } from './defineFigureReport.ts';
import { holdings } from '../periodFigures/unreportedHolding.ts';
import { figuresOn, figureMarksSql } from './figuresOn.ts';

export const investmentAnalytics = defineFigureReport(report, {
  figures: { subjects: ['VEHICLE', 'HOLDING'], before: 0 },
  source: 'rows',
  from: `SELECT h.tenant_id, h.id, i.sector_id AS sector, h.investment_id AS investment, i.initial_investment_date AS "initialInvestmentDate",
      r.code AS currency, f.invested, f.proceeds, f.income, f.cost, f.fair_value AS "fairValue", f.unrealized,
      f.gross_moic AS "grossMoic", f.gross_irr AS "grossIrr",
      ${figureMarksSql('invested', 'proceeds', 'income', 'cost', 'fairValue', 'unrealized', 'grossMoic', 'grossIrr')}
    FROM ${holdings} h JOIN investment i ON i.tenant_id = h.tenant_id AND i.id = h.investment_id
    ${figuresOn('HOLDING', 'h')}
    WHERE h.vehicle_id = :fundId::uuid`,
});
