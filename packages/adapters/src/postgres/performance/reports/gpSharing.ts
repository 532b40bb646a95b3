import { gpSharing as report } from '@carrara/contract/performance/reports/gpSharing';
import { moneyText } from '@carrara/domain/kernel';
import { statementRows } from '../../engine/reports/index.ts';
import { carryPositions } from '../analysis/index.ts';
import { defineFigureReport } from './defineFigureReport.ts';
import { figuresOn } from './figuresOn.ts';
import { asKnown, knownOf } from '../known/index.ts';

/** What of the carry falls on the others in entries of a type: what the GP has of it. */
const carry = (type: string) => `CASE WHEN f.period_end IS NOT NULL THEN coalesce(s."${type}", 0)::numeric(38,2) END`;

interface Row {
  readonly fund: string;
  /** Null where there are none of the reporting date. */
  readonly figuresOf: string | null;
}

const statement = `SELECT c.id, c.vehicle_id AS fund, c.investor_id AS partner, r.code AS currency, latest.period_end AS quarter, f.period_end AS "figuresOf", f.commitment, f.contributions,
      f.distributions, f.nav, ${carry('CARRY-EARNED')} AS earned, ${carry('CARRY-ACCRUED')} AS accrued, ${carry('CARRY-PAID')} AS paid,
      ${carry('CLAWBACK')} AS returned, ${carry('ESCROW')} AS escrow
    FROM commitment c JOIN investor n ON n.tenant_id = c.tenant_id AND n.id = c.investor_id
    JOIN reference_entry t ON t.tenant_id = n.tenant_id AND t.id = n.type_id AND t.code = 'GP'
    ${figuresOn('COMMITMENT', 'c')}
    LEFT JOIN LATERAL (SELECT ${['CARRY-EARNED', 'CARRY-ACCRUED', 'CARRY-PAID', 'CLAWBACK', 'ESCROW']
      .map((type) => `sum(e.amount) FILTER (WHERE e.type = '${type}') AS "${type}"`)
      .join(', ')}
      FROM ledger_entry e WHERE e.tenant_id = c.tenant_id AND e.vehicle_id = c.vehicle_id AND e.booked <= f.period_end) s ON true
    WHERE c.tenant_id = :tenantId AND (:fundId::uuid IS NULL OR c.vehicle_id = :fundId)`;

/**
 * The commitments of general partners with their figures; of the carry the entries that are booked until those, and the position of the fund: what
 * it comes to in all (entitlement) and what was paid beyond it (exposure).
 */
export const gpSharing = defineFigureReport(report, {
  figures: { subjects: ['VEHICLE', 'COMMITMENT'], before: 0 },
  of: 'rows',
  from: async (tx, asked) => {
    const known = knownOf(asked);
    const rows = await statementRows<Row>(tx, known ? asKnown(statement) : statement, {
      ...asked,
      tenantId: tx.tenantId,
    });
    const end = rows.find(({ figuresOf }) => figuresOf !== null)?.figuresOf;
    const funds = [...new Set(rows.map(({ fund }) => fund))];
    const positions = end == null ? undefined : await carryPositions(tx, funds, end, known);
    return rows.map(({ figuresOf, ...row }) => {
      const position = figuresOf === null ? null : (positions?.get(row.fund)?.unwrapOr(null) ?? null);
      return {
        ...row,
        entitlement: position && moneyText(position.earned),
        exposure: position && moneyText(position.exposure),
      };
    });
  },
});
