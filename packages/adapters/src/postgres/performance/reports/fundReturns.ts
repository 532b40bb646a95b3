import { fundReturns as report } from '@carrara/contract/performance/reports/fundReturns';
import { statementRows } from '../../engine/reports/index.ts';
import { returnsOverTime } from '../analysis/index.ts';
import { asKnown, knownOf } from '../known/index.ts';
import { defineFigureReport } from './defineFigureReport.ts';
import { figuresOn, marksOn } from './figuresOn.ts';

interface Row {
  readonly fund: string;
  /** Null where there are none of the reporting date. */
  readonly figuresOf: string | null;
  readonly notDetermined: readonly object[];
}

const columns = {
  '1Y': 'oneYear',
  '3Y': 'threeYears',
  '5Y': 'fiveYears',
  '10Y': 'tenYears',
  INCEPTION: 'sinceInception',
} as const;

const statement = `SELECT v.id, v.id AS fund, v.code, r.code AS currency, latest.period_end AS quarter, CASE WHEN f.period_end IS NOT NULL THEN asked."end" END AS "figuresOf",
      ${marksOn(...Object.values(columns))}
    FROM container v
    LEFT JOIN fund x ON x.tenant_id = v.tenant_id AND x.id = v.id
    LEFT JOIN coinvestment k ON k.tenant_id = v.tenant_id AND k.id = v.id
    ${figuresOn('VEHICLE', 'v')}
    WHERE v.tenant_id = :tenantId AND v.is_vehicle AND (:fundId::uuid IS NULL OR v.id = :fundId)`;

/** What funds with figures of the reporting date returned over each horizon until then; others say why they have none. */
export const fundReturns = defineFigureReport(report, {
  figures: { subjects: ['VEHICLE', 'COMMITMENT'], before: 'ALL' },
  of: 'rows',
  from: async (tx, asked) => {
    const known = knownOf(asked);
    const rows = await statementRows<Row>(tx, known ? asKnown(statement) : statement, {
      ...asked,
      tenantId: tx.tenantId,
    });
    const end = rows.find(({ figuresOf }) => figuresOf !== null)?.figuresOf;
    const funds = rows.filter(({ figuresOf }) => figuresOf !== null).map(({ fund }) => fund);
    const returns = end == null ? undefined : await returnsOverTime(tx, funds, end, known);
    return rows.map(({ figuresOf, notDetermined, ...row }) => {
      if (figuresOf === null) return { ...row, notDetermined };
      const own = returns?.get(row.fund) ?? [];
      return {
        ...row,
        ...Object.fromEntries(own.map(({ horizon, irr }) => [columns[horizon], irr])),
        notDetermined: own.flatMap((one) =>
          one.notDetermined.map((reason) => ({ ...reason, field: columns[one.horizon] })),
        ),
      };
    });
  },
});
