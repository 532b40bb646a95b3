import { distributionsByParticipant as report } from '@carrara/contract/carry/reports/distributionsByParticipant';
import { defineReportQuery } from '../../engine/reports/index.ts';
import { codeOf } from '../../engine/words/index.ts';

/** The rows of disbursed distributions dated in the period that pay somebody; a reversal is negative and nets out. */
export const distributionsByParticipant = defineReportQuery(report, {
  of: 'facts',
  from: `SELECT x.tenant_id, x.participant_id AS participant, initcap(p.kind) AS type, coalesce(f.fund_id, f.coinvestment_id) AS holder,
      ${codeOf('d')} AS currency, d.id AS "distributionId", x.gross_carry_distributed AS "grossCarryDistributed", x.tax, x.escrow,
      x.loan_repayment AS "loanRepayment", x.other_adjustment AS "otherAdjustment", x.net_carry_distributed AS "netCarryDistributed"
    FROM distribution_detail x
    JOIN distribution d ON d.tenant_id = x.tenant_id AND d.id = x.distribution_id AND d.status = 'DISB'
    JOIN distribution_source s ON s.tenant_id = x.tenant_id AND s.id = x.distribution_source_id
    JOIN source_facts f ON f.tenant_id = x.tenant_id AND f.id = s.container_id
    JOIN participant p ON p.tenant_id = x.tenant_id AND p.id = x.participant_id
    WHERE x.is_leaf AND (:from::date IS NULL OR d.distribution_date >= :from::date) AND (:to::date IS NULL OR d.distribution_date <= :to::date)
      AND (:fundId::uuid IS NULL OR f.fund_id = :fundId::uuid) AND (:participantId::uuid IS NULL OR x.participant_id = :participantId::uuid)`,
});
