import { distributionsByFund as report } from '@carrara/contract/carry/reports/distributionsByFund';
import { defineReportQuery } from '../../engine/reports/reportQuery.ts';
import { currencyCodeSql } from '../../engine/texts/amounts.ts';
import { sourceTotals } from '../carryViews/distributionHistory.ts';
import { holderCondition } from './holderCondition.ts';

const figure = (column: string) => `CASE WHEN s.is_determined THEN g.${column} END`;

/**
 * Report on the sources of distributions dated in the period, with the figures stored for them. Reversals are negative
 * and net out.
 */
export const distributionsByFund = defineReportQuery(report, {
  source: 'facts',
  from: `SELECT g.tenant_id, coalesce(f.fund_id, f.coinvestment_id) AS holder,
      CASE WHEN f.fund_id IS NULL THEN 'Coinvestment' ELSE 'Fund' END AS type, f.id AS source, s.source_type AS "sourceType",
      d.status, ${currencyCodeSql('d')} AS currency, d.id AS "distributionId", ${figure('gross_carry_distributed')} AS "grossCarryDistributed",
      ${figure('tax')} AS tax, ${figure('escrow')} AS escrow, ${figure('loan_repayment')} AS "loanRepayment",
      ${figure('other_adjustment')} AS "otherAdjustment", ${figure('net_carry_distributed')} AS "netCarryDistributed"
    FROM ${sourceTotals} g
    JOIN distribution_source s ON s.tenant_id = g.tenant_id AND s.id = g.id
    JOIN distribution d ON d.tenant_id = g.tenant_id AND d.id = g.distribution_id
    JOIN source_facts f ON f.tenant_id = g.tenant_id AND f.id = g.container_id
    WHERE (:from::date IS NULL OR d.distribution_date >= :from::date) AND (:to::date IS NULL OR d.distribution_date <= :to::date)
      AND ${holderCondition} AND (:status::text IS NULL OR d.status = :status)`,
});
