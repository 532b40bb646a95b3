import { fundReturns as report } from '@carrara/contract/performance/reports/fundReturns';
import { queryRows } from '../../engine/reports/reportQuery.ts';
import { returnsOverTime } from '../analysis/vehicleAccounts.ts';
import { asOfSql, recordedInputs } from '../asOf/tablesAsOf.ts';
import { defineFigureReport } from './defineFigureReport.ts';
import { figuresOn, figureMarksSql } from './figuresOn.ts';

interface Row {
  readonly fund: string;
  /**
   * Quarter end of its last figures, and whether they are those of the reporting date. For a fund that is over, they
   * are.
   */
  readonly quarter: string;
  readonly isDetermined: boolean;
  readonly notDetermined: readonly object[];
}

type Returns = Awaited<ReturnType<typeof returnsOverTime>> extends ReadonlyMap<string, infer R> ? R : never;

const columns = {
  '1Y': 'oneYear',
  '3Y': 'threeYears',
  '5Y': 'fiveYears',
  '10Y': 'tenYears',
  INCEPTION: 'sinceInception',
} as const;

const statement = `SELECT v.id, v.id AS fund, v.code, r.code AS currency, latest.period_end AS quarter, f.period_end IS NOT NULL AS "isDetermined",
      ${figureMarksSql(...Object.values(columns))}
    FROM container v
    LEFT JOIN fund x ON x.tenant_id = v.tenant_id AND x.id = v.id
    LEFT JOIN coinvestment k ON k.tenant_id = v.tenant_id AND k.id = v.id
    ${figuresOn('VEHICLE', 'v')}
    WHERE v.tenant_id = :tenantId AND v.is_vehicle AND (:fundId::uuid IS NULL OR v.id = :fundId)`;

/**
 * Report on the returns over each horizon of funds with figures at the reporting date. For a fund that is over, they
 * end with its last figures, because they no longer change. Other funds state why they have none.
 */
export const fundReturns = defineFigureReport(report, {
  figures: { subjects: ['VEHICLE', 'COMMITMENT'], before: 'HORIZONS' },
  source: 'rows',
  from: async (tx, parameters) => {
    const storedInputs = recordedInputs(parameters);
    const rows = await queryRows<Row>(tx, storedInputs ? asOfSql(statement) : statement, {
      ...parameters,
      tenantId: tx.tenantId,
    });
    const available = rows.filter(({ isDetermined: isAvailable }) => isAvailable);
    const returns = new Map<string, Returns>();
    for (const end of new Set(available.map(({ quarter }) => quarter))) {
      const funds = available.filter(({ quarter }) => quarter === end).map(({ fund }) => fund);
      for (const [fund, own] of await returnsOverTime(tx, funds, end, storedInputs, parameters['basis'] === 'all'))
        returns.set(fund, own);
    }
    return rows.map(({ isDetermined: isAvailable, notDetermined, ...row }) => {
      if (!isAvailable) return { ...row, notDetermined };
      const own = returns.get(row.fund) ?? [];
      return {
        ...row,
        ...Object.fromEntries(own.map(({ horizon, irr }) => [columns[horizon], irr])),
        reportedRate: own.some(({ reportedRate }) => reportedRate),
        notDetermined: own.flatMap((horizonReturn) =>
          horizonReturn.notDetermined.map((reason) => ({ ...reason, field: columns[horizonReturn.horizon] })),
        ),
      };
    });
  },
});
