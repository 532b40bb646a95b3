import { investmentDetails as report } from '@carrara/contract/performance/reports/investmentDetails';
import { defineFigureReport } from './defineFigureReport.ts';
import { holdings } from '../periodFigures/unreportedHolding.ts';
import { figuresOn, figureMarksSql } from './figuresOn.ts';

export const investmentDetails = defineFigureReport(report, {
  figures: { subjects: ['VEHICLE', 'HOLDING'], before: 0 },
  source: 'rows',
  from: `SELECT h.tenant_id, h.id, h.investment_id AS investment, n.code, h.vehicle_id AS fund, i.sector_id AS sector, i.address_country_id AS country,
      i.initial_investment_date AS "initialInvestmentDate", r.code AS currency, coalesce(latest.period_end, requested."end") AS quarter, f.invested, f.proceeds + f.income AS realized,
      f.fair_value AS "fairValue", f.gross_irr AS "grossIrr", f.gross_moic AS "grossMoic",
      ${figureMarksSql('invested', 'realized', 'fairValue', 'grossIrr', 'grossMoic')}
    FROM ${holdings} h JOIN investment i ON i.tenant_id = h.tenant_id AND i.id = h.investment_id
    JOIN container n ON n.tenant_id = h.tenant_id AND n.id = h.investment_id
    ${figuresOn('HOLDING', 'h')}`,
});
