import { fundOverview as report } from '@carrara/contract/performance/reports/fundOverview';
import { defineFigureReport } from './defineFigureReport.ts';
import { amountsOfVehicle, figuresOn, marksOfVehicle } from './figuresOn.ts';

export const fundOverview = defineFigureReport(report, {
  figures: { subjects: ['VEHICLE', 'COMMITMENT'], before: 0 },
  source: 'rows',
  from: `SELECT v.tenant_id, v.id, v.id AS fund, v.code, r.code AS currency, latest.period_end AS quarter, ${amountsOfVehicle('commitment', 'contributions', 'distributions', 'recallable', 'unfunded', 'nav')}, f.irr, f.tvpi, f.dpi, NULL::text AS contradiction,
      ${marksOfVehicle('commitment', 'contributions', 'distributions', 'unfunded', 'nav', 'irr', 'tvpi', 'dpi')}
    FROM container v ${figuresOn('VEHICLE', 'v')} WHERE v.is_vehicle`,
});
