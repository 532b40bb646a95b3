import { gpSharing as report } from '@carrara/contract/performance/reports/gpSharing';
import { type Decimal, decimal, moneyText, required } from '@carrara/domain/kernel';
import { splitAmongGps } from '@carrara/domain/performance/ledger';
import { hypotheticalLiquidation } from '@carrara/domain/performance/liquidation';
import { queryRows } from '../../engine/reports/reportQuery.ts';
import { liquidationBooks } from '../analysis/liquidationBooks.ts';
import { defineFigureReport } from './defineFigureReport.ts';
import { figuresOn, figureMarksSql } from './figuresOn.ts';
import { asOfSql, recordedInputs } from '../asOf/tablesAsOf.ts';

/**
 * Returns SQL for the GP's carry in entries of a type: its mirrored shares, or its own part of them if there are
 * several GPs.
 */
const carry = (type: string) => `CASE WHEN f.period_end IS NOT NULL THEN coalesce(s."${type}", 0)::numeric(38,2) END`;
const figures = [
  'commitment',
  'contributions',
  'distributions',
  'nav',
  'earned',
  'accrued',
  'paid',
  'returned',
  'escrow',
];
const ofPosition = ['entitlement', 'exposure'] as const;

interface Row {
  readonly id: string;
  readonly fund: string;
  readonly commitment: string | null;
  /** Null if there are no figures at the reporting date. */
  readonly figuresOf: string | null;
  readonly notDetermined: readonly object[];
}

const statement = `SELECT c.id, c.vehicle_id AS fund, c.investor_id AS partner, r.code AS currency, latest.period_end AS quarter, CASE WHEN f.period_end IS NOT NULL THEN requested."end" END AS "figuresOf", f.commitment, f.contributions,
      f.distributions, f.nav, ${carry('CARRY-EARNED')} AS earned, ${carry('CARRY-ACCRUED')} AS accrued, ${carry('CARRY-PAID')} AS paid,
      ${carry('CLAWBACK')} AS returned, ${carry('ESCROW')} AS escrow,
      ${figureMarksSql(...figures, ...ofPosition)}
    FROM commitment c JOIN investor n ON n.tenant_id = c.tenant_id AND n.id = c.investor_id
    JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investor_id
    JOIN reference_entry t ON t.tenant_id = n.tenant_id AND t.id = n.type_id AND t.code = 'GP'
    ${figuresOn('COMMITMENT', 'c')}
    LEFT JOIN LATERAL (SELECT ${['CARRY-EARNED', 'CARRY-ACCRUED', 'CARRY-PAID', 'CLAWBACK', 'ESCROW']
      .map((type) => `-sum(x.amount) FILTER (WHERE e.type = '${type}') AS "${type}"`)
      .join(', ')}
      FROM ledger_share x JOIN ledger_entry e ON e.tenant_id = x.tenant_id AND e.id = x.entry_id
      WHERE x.tenant_id = c.tenant_id AND x.commitment_id = c.id AND x.is_mirror AND e.booked <= f.period_end) s ON true
    WHERE c.tenant_id = :tenantId AND (:fundId::uuid IS NULL OR c.vehicle_id = :fundId) ORDER BY i.code COLLATE "C", c.id`;

/**
 * Report on the commitments of general partners with their figures, the carry entries posted up to those, and the
 * carry position of the fund, which is that of its hypothetical liquidation. The position has the entitlement in total,
 * and the exposure, which is the amount paid beyond it. If a fund has several GPs, each has its part, as with posted
 * carry.
 */
export const gpSharing = defineFigureReport(report, {
  figures: { subjects: ['VEHICLE', 'HOLDING', 'COMMITMENT'], before: 'ALL' },
  source: 'rows',
  from: async (tx, parameters) => {
    const storedInputs = recordedInputs(parameters);
    const rows = await queryRows<Row>(tx, storedInputs ? asOfSql(statement) : statement, {
      ...parameters,
      tenantId: tx.tenantId,
    });
    const end = rows.find(({ figuresOf }) => figuresOf !== null)?.figuresOf;
    const funds = [...new Set(rows.map(({ fund }) => fund))];
    const books = end == null ? [] : await liquidationBooks(tx, funds, { end, existing: storedInputs });
    const positions = new Map(books.map((book) => [book.vehicleId, hypotheticalLiquidation(book)]));
    return rows.map(({ figuresOf, ...row }) => {
      const position = figuresOf === null ? undefined : positions.get(row.fund);
      if (position === undefined) return row;
      if (position.isErr()) {
        const { code, detail: message } = required(position.error[0], 'the reason');
        const reasons = ofPosition.map((field) => ({ field, code, message }));
        return { ...row, notDetermined: [...row.notDetermined, ...reasons] };
      }
      const gps = rows
        .filter(({ fund }) => fund === row.fund)
        .map((commitment) => ({ ...commitment, amount: decimal(commitment.commitment ?? '0') }));
      const index = gps.findIndex(({ id }) => id === row.id);
      const part = (amount: Decimal) =>
        moneyText(required(splitAmongGps(amount, gps)[index], 'the part of the general partner'));
      return { ...row, entitlement: part(position.value.earned), exposure: part(position.value.clawback.gross) };
    });
  },
});
