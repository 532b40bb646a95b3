import { fundDetails as report } from '@carrara/contract/performance/reports/fundDetails';
import { yearOfVintage } from '../../portfolio/vehicle.ts';
import { defineFigureReport } from './defineFigureReport.ts';
import { amountsOfVehicle, figuresOn, marksOfVehicle } from './figuresOn.ts';

const either = (name: string) => `coalesce(x.${name}, k.${name})`;

export const fundDetails = defineFigureReport(report, {
  figures: { subjects: ['VEHICLE', 'COMMITMENT'], before: 0 },
  source: 'rows',
  from: `SELECT v.tenant_id, v.id, v.id AS fund, v.code, ${either('firm_id')} AS firm, r.code AS currency,
      ${yearOfVintage({ vehicle: 'v', fund: 'x', coinvestment: 'k' })} AS "vintageYear",
      ${either('initial_close_date')} AS "initialCloseDate", ${either('final_close_date')} AS "finalCloseDate", latest.period_end AS quarter,
      ${amountsOfVehicle('commitment', 'contributions', 'distributions', 'recallable', 'unfunded', 'nav')}, f.irr, f.tvpi, f.dpi, f.gross_irr AS "grossIrr",
      f.gross_moic AS "grossMoic", NULL::text AS contradiction,
      ${marksOfVehicle('commitment', 'contributions', 'distributions', 'unfunded', 'nav', 'irr', 'tvpi', 'dpi', 'grossIrr', 'grossMoic')}
    FROM container v
    LEFT JOIN fund x ON x.tenant_id = v.tenant_id AND x.id = v.id
    LEFT JOIN coinvestment k ON k.tenant_id = v.tenant_id AND k.id = v.id
    ${figuresOn('VEHICLE', 'v')}
    WHERE v.is_vehicle AND (:fundId::uuid IS NULL OR v.id = :fundId) AND (:firmId::uuid IS NULL OR ${either('firm_id')} = :firmId)`,
});
