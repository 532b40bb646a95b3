import { displayParticipantSql } from '../../people/participant/displayParticipantSql.ts';
import { currencyCodeSql } from '../../engine/texts/amounts.ts';
import { holderCondition } from './holderCondition.ts';

/**
 * SQL for the rows of disbursed distributions that pay somebody. Reversals are negative and net out. A parameter that a
 * report doesn't have is null and filters nothing.
 */
export const paidToParticipants = `SELECT x.tenant_id, p.id AS participant, initcap(p.kind) AS type, coalesce(f.fund_id, f.coinvestment_id) AS holder,
    CASE WHEN f.fund_id IS NULL THEN 'Coinvestment' ELSE 'Fund' END AS "holderType",
    extract(year FROM d.distribution_date)::int AS year, ${currencyCodeSql('d')} AS currency, d.id AS "distributionId",
    x.gross_carry_distributed AS "grossCarryDistributed", x.tax, x.escrow, x.loan_repayment AS "loanRepayment",
    x.other_adjustment AS "otherAdjustment", x.net_carry_distributed AS "netCarryDistributed"
  FROM distribution_detail x
  JOIN distribution d ON d.tenant_id = x.tenant_id AND d.id = x.distribution_id AND d.status = 'DISB'
  JOIN distribution_source s ON s.tenant_id = x.tenant_id AND s.id = x.distribution_source_id
  JOIN source_facts f ON f.tenant_id = x.tenant_id AND f.id = s.container_id
  JOIN ${displayParticipantSql('coalesce(:aggregateTrust::boolean, false)')} p ON p.tenant_id = x.tenant_id AND p.own_id = x.participant_id
  WHERE x.is_leaf AND (:from::date IS NULL OR d.distribution_date >= :from::date)
    AND (coalesce(:to::date, :selectedDate::date) IS NULL OR d.distribution_date <= coalesce(:to::date, :selectedDate::date))
    AND ${holderCondition} AND (:participantId::uuid IS NULL OR p.id = :participantId::uuid)`;
