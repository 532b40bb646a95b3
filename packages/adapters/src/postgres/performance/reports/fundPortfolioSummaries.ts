import { fundPortfolioSummaries as report } from '@carrara/contract/performance/reports/fundPortfolioSummaries';
import { calendarDate, decimal } from '@carrara/domain/kernel';
import type { EntryType } from '@carrara/domain/performance/ledger';
import { tradedFigures } from '@carrara/domain/performance/period';
import { rateText } from '@carrara/domain/performance/return';
import { queryRows } from '../../engine/reports/reportQuery.ts';
import { defineFigureReport } from './defineFigureReport.ts';
import { nothingBookedSql } from '../periodFigures/figureRows.ts';
import { holdings } from '../periodFigures/unreportedHolding.ts';
import { asOfSql, recordedInputs } from '../asOf/tablesAsOf.ts';

interface Row {
  readonly cost: string;
  readonly fairValue: string | null;
  readonly grossIrr: string | null;
  /** Set if the figures are from an earlier quarter end. */
  readonly trades: readonly { readonly type: EntryType; readonly date: string; readonly amount: string }[] | null;
  /** Reasons why figures that depend on a value are not determined, if the figures are from an earlier quarter end. */
  readonly silence: readonly object[];
}

const ofValue = ['fairValue', 'unrealized', 'grossMoic', 'grossIrr'] as const;
const without = { ...Object.fromEntries(ofValue.map((field) => [field, null])), grossIrrAnnualized: null };

const statement = `SELECT h.id, h.vehicle_id AS fund, h.investment_id AS investment, r.code AS currency, f.invested, f.proceeds, f.income, f.cost,
      f.fair_value AS "fairValue", f.unrealized, f.gross_moic AS "grossMoic", f.gross_irr AS "grossIrr", f.gross_irr_annualized AS "grossIrrAnnualized",
      f.not_determined AS "notDetermined", ${nothingBookedSql(':endDate::date', 'f.period_end', ofValue)} AS silence,
      CASE WHEN f.period_end < :endDate::date THEN (SELECT coalesce(jsonb_agg(jsonb_build_object('type', e.type, 'date', e.effective_date, 'amount', e.amount::text)), '[]')
        FROM ledger_entry e WHERE e.tenant_id = h.tenant_id AND e.vehicle_id = h.vehicle_id AND e.holding_id = h.id
          AND (e.type IN ('BUY', 'SELL') OR e.type LIKE 'INC-%') AND e.booked <= f.period_end) END AS trades
    FROM ${holdings} h
    JOIN LATERAL (SELECT g.* FROM period_figure g WHERE g.tenant_id = h.tenant_id AND g.subject = 'HOLDING' AND g.subject_id = h.id
      AND g.period_end <= :endDate::date ORDER BY g.period_end DESC LIMIT 1) f ON true
    JOIN reference_entry r ON r.tenant_id = f.tenant_id AND r.id = f.currency_id
    WHERE h.tenant_id = :tenantId`;

/**
 * Report on current and former holdings at the quarter end. If nothing was posted since an earlier one, amounts paid
 * and received until then stay, and anything that had a value no longer has one. A holding worth nothing still is, with
 * its rate up to the quarter end, as in the portfolio summary of a single fund.
 */
export const fundPortfolioSummaries = defineFigureReport(report, {
  figures: { subjects: ['HOLDING'], before: 0 },
  source: 'rows',
  from: async (tx, parameters) => {
    const end = calendarDate(String(parameters['endDate']));
    const rows = await queryRows<Row>(tx, recordedInputs(parameters) ? asOfSql(statement) : statement, {
      ...parameters,
      tenantId: tx.tenantId,
    });
    return rows.map(({ trades, silence, ...row }) => {
      if (trades === null) return row;
      const fairValue = row.fairValue === null ? null : decimal(row.fairValue);
      if (!fairValue?.isZero()) return { ...row, ...without, notDetermined: silence };
      const position = { cost: decimal(row.cost), fairValue };
      const entries = trades.map(({ type, date, amount }) => ({
        type,
        effective: calendarDate(date),
        amount: decimal(amount),
      }));
      const { grossIrr, grossIrrAnnualized, notDetermined } = tradedFigures(entries, position, end);
      return { ...row, grossIrr: grossIrr && rateText(grossIrr), grossIrrAnnualized, notDetermined };
    });
  },
});
