import { investorCashFlow as report } from '@carrara/contract/performance/reports/investorCashFlow';
import { cashOfShareSql, cashTypesSql } from '../ledger/cashSql.ts';
import { defineFigureReport } from './defineFigureReport.ts';

export const investorCashFlow = defineFigureReport(report, {
  source: 'facts',
  from: `SELECT c.tenant_id, c.investor_id AS investor, x.effective_date AS date, c.vehicle_id AS fund, r.code AS currency,
      CASE WHEN x.is_contribution THEN -x.cash ELSE 0 END AS contributions, CASE WHEN x.is_contribution THEN 0 ELSE x.cash END AS distributions, x.cash AS net
    FROM commitment c
    JOIN (SELECT s.tenant_id, s.commitment_id, e.effective_date, t.is_contribution, ${cashOfShareSql} AS cash
      FROM ledger_share s JOIN ledger_entry e ON e.tenant_id = s.tenant_id AND e.id = s.entry_id
      JOIN ${cashTypesSql} ON t.code = e.type
      WHERE (:from::date IS NULL OR e.effective_date >= :from::date) AND (:to::date IS NULL OR e.effective_date <= :to::date)) x
      ON x.tenant_id = c.tenant_id AND x.commitment_id = c.id AND x.cash <> 0
    LEFT JOIN fund f ON f.tenant_id = c.tenant_id AND f.id = c.vehicle_id
    LEFT JOIN coinvestment k ON k.tenant_id = c.tenant_id AND k.id = c.vehicle_id
    JOIN reference_entry r ON r.tenant_id = c.tenant_id AND r.id = coalesce(f.currency_id, k.currency_id)
    WHERE (:fundId::uuid IS NULL OR c.vehicle_id = :fundId) AND (:investorId::uuid IS NULL OR c.investor_id = :investorId)`,
});
